import { documentOf, type PageOf } from './html.ts';

const color = (name: string): string => `<style>body{margin:0;background:${name}}</style>`;

/** Pages that a visitor acts on. */
export const stepPages: Readonly<Record<string, PageOf>> = {
  '/sign-in': () =>
    documentOf(
      `${color('#ffffff')}<style>form{margin-top:1500px}</style>`,
      `<form action="/signed-in"><input id="user" name="user" value="x"><input id="password" name="password" type="password">
      <input id="code" name="code"><button id="go">Sign in</button></form>
      <script>password.oninput = ({ isTrusted }) => console.error('typed ' + isTrusted + ' ' + password.value)</script>`,
    ),
  '/signed-in': (url) =>
    documentOf(
      color(url.searchParams.get('user') === 'ada' ? '#00aa44' : '#ff0000'),
      `<p>${url.searchParams.size} fields</p>`,
    ),
  '/controls': () =>
    documentOf(
      `${color('#ffffff')}<style>#far{margin-top:2000px} #moving{position:relative;animation:move 1s} @keyframes move{from{left:1000px}}
      #trap{position:fixed;right:0;top:0;width:100px;height:100px} #overlay{position:fixed;right:0;top:0;width:200px;height:200px;background:#aaaaaa}
      #terms{opacity:0} #text{width:300px}</style>`,
      `<input id="text" value="old text"><textarea id="area"></textarea><div id="rich" contenteditable>rich</div>
      <input id="number" type="number" value="12">
      <select id="country"><option value="de">Germany</option><option value="nz"> New Zealand </option></select>
      <input id="terms" type="checkbox"><label for="terms">I agree</label>
      <button id="moving">go</button><button id="trap">no</button><div id="overlay" class="cover"></div>
      <div id="host"></div><p id="hovered">hover</p><button id="far">far</button><a id="link" href="/green">link</a>
      <script>
      const log = [];
      const note = (text) => { log.push(text); document.title = log.join(' | '); };
      host.attachShadow({ mode: 'open' }).innerHTML = '<button id="inner">inner</button>';
      host.shadowRoot.firstChild.onclick = () => note('inner');
      for (const id of ['moving', 'far']) self[id].onclick = ({ isTrusted }) => note(id + ' ' + isTrusted);
      for (const id of ['text', 'area', 'number', 'country']) self[id].onchange = () => note(id + '=' + self[id].value);
      rich.oninput = () => note('rich=' + rich.textContent);
      terms.onchange = () => note('terms=' + terms.checked);
      hovered.onmouseenter = () => note('hovered');
      text.onkeydown = ({ key }) => note('key ' + key);
      onclick = ({ clientX, clientY, target }) => { if (target === document.body) note('at ' + clientX + ',' + clientY); };
      window.found = () => document.title;
      </script>`,
    ),
  '/wizard': (url) => {
    const page = Number(url.searchParams.get('page') ?? 0);
    return documentOf(
      color(page === 8 ? '#00aa44' : '#ff0000'),
      `<a id="next" href="/wizard?page=${page + 1}">next</a>`,
    );
  },
};

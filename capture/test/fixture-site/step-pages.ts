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
  // Frames: one that is not shown, one with another site, and one inside of that, far below.
  '/framed': (url) => {
    const inner = `${url.searchParams.get('inner') ?? ''}/framed-form${url.searchParams.has('filled') ? '?filled' : ''}`;
    const middle = `${url.searchParams.get('middle') ?? ''}/frame-around?inner=${encodeURIComponent(inner)}`;
    return documentOf(
      `${color('#ffffff')}<style>iframe{display:block;border:7px solid;padding:3px;margin:1500px 0 0 40px;width:700px;height:500px} .unseen{display:none}</style>`,
      `<iframe class="unseen" src="/framed-form"></iframe><iframe src="${middle}"></iframe>`,
    );
  },
  '/frame-around': (url) =>
    documentOf(
      `${color('#dddddd')}<style>iframe{display:block;margin:900px 0 0 30px;width:500px;height:300px}</style>`,
      `<iframe src="${url.searchParams.get('inner') ?? ''}"></iframe>`,
    ),
  '/framed-form': (url) =>
    documentOf(
      `${color('#ffffff')}<style>#go{margin-top:700px} p{background:#00aa44;height:300px;margin:0}</style>`,
      `<input id="name"><input id="agree" type="checkbox"><select id="size"><option>S<option>L</select>
      ${url.searchParams.has('filled') ? "<script>document.getElementById('name').value = 'ada'; agree.checked = true; size.value = 'L'</script>" : ''}<button id="go">go</button>
      <script>go.onclick = ({ isTrusted }) => {
        const isFilled = isTrusted && document.getElementById('name').value === 'ada' && agree.checked && size.value === 'L';
        if (isFilled) document.body.innerHTML = '<p id="done">done</p>';
      };</script>`,
    ),
  '/wizard': (url) => {
    const page = Number(url.searchParams.get('page') ?? 0);
    return documentOf(
      color(page === 8 ? '#00aa44' : '#ff0000'),
      `<a id="next" href="/wizard?page=${page + 1}">next</a>`,
    );
  },
};

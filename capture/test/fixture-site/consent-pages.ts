import { documentOf, type PageOf } from './html.ts';

const base =
  '<style>body{margin:0;background:#00aa44} .bar{position:fixed;left:0;right:0;bottom:0;height:200px;background:#ff0000}</style>';
const content = '<p>Content of the page</p><div style="height:2000px"></div>';
const answer = (name: string) => `fetch('/poll.json?consent=${name}')`;
const script = (source: string) => `<script>${source}</script>`;

/** Pages with banners that ask for consent; each reports the answer that it gets. */
export const consentPages: Readonly<Record<string, PageOf>> = {
  '/consent-none': () =>
    documentOf(
      base,
      `<header style="position:sticky;top:0;height:100px"><a href="/">Accept the cookies</a></header>${content}`,
    ),
  // A manager with a rule of its own, which locks the page and comes late.
  '/consent-onetrust': () =>
    documentOf(
      base,
      `${content}${script(`onload = () => setTimeout(() => {
        document.body.style.overflow = 'hidden';
        document.body.insertAdjacentHTML('beforeend', '<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter" style="position:fixed;inset:0;z-index:5;background:rgba(0,0,0,0.5)"></div><div id="onetrust-banner-sdk" class="bar" style="z-index:9">We use cookies<button id="onetrust-accept-btn-handler">Accept all</button><button id="onetrust-reject-all-handler">Reject all</button></div></div>');
        const end = (name) => () => { ${answer("' + name + '")}; document.getElementById('onetrust-banner-sdk').remove(); };
        document.getElementById('onetrust-reject-all-handler').onclick = end('rejected');
        document.getElementById('onetrust-accept-btn-handler').onclick = end('accepted');
      }, 800)`)}`,
    ),
  // A rule of data, whose steps are clicks.
  '/consent-rule': () =>
    documentOf(
      base,
      `${content}<div id="cookiefirst-root"><div class="bar">Cookies <button data-cookiefirst-action="accept">Accept</button><button data-cookiefirst-action="reject">Reject</button></div></div>
      ${script(`for (const button of document.querySelectorAll('[data-cookiefirst-action]')) button.onclick = () => {
        ${answer("' + button.dataset.cookiefirstAction + 'ed")}; document.getElementById('cookiefirst-root').remove(); };`)}`,
    ),
  // No known manager: recognised by its words.
  '/consent-unknown': () =>
    documentOf(
      base,
      `${content}<div class="bar" id="own">We use cookies and similar technologies. <button id="yes">Accept all</button><button id="no">Reject all</button></div>
      ${script(`const end = (name) => () => { ${answer("' + name + '")}; own.remove(); };
      yes.onclick = end('accepted'); no.onclick = end('rejected');`)}`,
    ),
  // Loads again with the answer.
  '/consent-reload': () =>
    documentOf(
      base,
      `${content}${script(`if (!document.cookie.includes('answer=')) document.body.insertAdjacentHTML('beforeend', '<div class="bar">We use cookies and similar technologies. <button id="yes">Accept all</button><button id="no">Reject all</button></div>');
      const end = (name) => () => { document.cookie = 'answer=' + name; ${answer("' + name + '")}.then(() => location.reload()); };
      if (window.yes) { yes.onclick = end('accepted'); no.onclick = end('rejected'); }`)}`,
    ),
  // Nothing to reject, and a button that does nothing.
  '/consent-ok': () =>
    documentOf(
      base,
      `${content}<div class="bar">This site uses cookies to give you the best experience. <button>OK</button></div>`,
    ),
  // In a frame of another site.
  '/consent-frame': (url) =>
    documentOf(
      base,
      `${content}<div id="sp_message_container_1"><iframe class="bar" style="width:100%;border:0" src="${url.searchParams.get('other') ?? ''}/index.html?message_id=1"></iframe></div>
      ${script(`onmessage = ({ data }) => { ${answer("' + data + '")}; document.getElementById('sp_message_container_1').remove(); };`)}`,
    ),
  '/index.html': () =>
    documentOf(
      '<style>body{margin:0;background:#ff0000}</style>',
      `We use cookies <button class="sp_choice_type_11" onclick="parent.postMessage('accepted', '*')">Accept</button>
      <button class="sp_choice_type_13" onclick="parent.postMessage('rejected', '*')">Reject</button>`,
    ),
  // In a shadow root, answered by an interface of the page's own scripts.
  '/consent-shadow': () =>
    documentOf(
      base,
      `${content}<div id="usercentrics-root"></div>${script(`const root = document.getElementById('usercentrics-root');
      root.attachShadow({ mode: 'open' }).innerHTML = '<div data-testid="uc-container" style="position:fixed;left:0;right:0;bottom:0;height:200px;background:#ff0000">We use cookies <button data-testid="uc-accept-all-button">Accept</button><button data-testid="uc-deny-all-button">Deny</button></div>';
      let all;
      const end = (name) => { ${answer("' + name + '")}; all = name === 'accepted'; root.shadowRoot.innerHTML = ''; return true; };
      for (const [id, name] of [['accept', 'accepted'], ['deny', 'rejected']]) root.shadowRoot.querySelector('[data-testid=uc-' + id + '-all-button]').onclick = () => end(name);
      window.UC_UI = { isInitialized: () => true, closeCMP: () => true, denyAllConsents: () => end('rejected'), acceptAllConsents: () => end('accepted'), areAllConsentsAccepted: () => all };`)}`,
    ),
};

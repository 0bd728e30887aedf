import { area, blue, documentOf, green, red, type Pattern } from '../pattern.ts';
import { onlyViewport } from '../waiting-pages.ts';
import { rowProbes, rows } from '../full-page-pages.ts';

/** Slides in the first 600 px of a page; the first is green, the others are red. */
const slides = `<div class="slides"><div style="background:${green}"></div><div></div><div></div></div>`;
const slideStyle = `<style>.slides{height:600px;overflow:hidden;position:relative}.slides div{position:absolute;inset:0;background:${red}}.slides div+div{transform:translateX(100%)}</style>`;
const count = 60;
const below = rows({ count, heightPx: 100 });
const atFirst = {
  viewport: { probes: [area(green, [0, 30, 1280, 560])] },
  fullPage: {
    heightPx: 6600,
    probes: [area(green, [0, 30, 1280, 560]), ...rowProbes({ count, heightPx: 100, topPx: 600 })],
  },
} as const;

function carousel(name: string, style: string, script: string): Pattern {
  const page = documentOf(slideStyle + style, `${slides}${below}<script>${script}</script>`);
  return { name, page, ...atFirst };
}

const show = `const all = [...document.querySelectorAll('.slides div')]; let at = 0; const next = () => { at = (at + 1) % 3;
  all.forEach((slide, index) => { slide.style.transition = 'transform .5s'; slide.style.transform = 'translateX(' + (index - at) * 100 + '%)'; }); };`;

/** A carousel of stacked slides; `hidden` is the style of those that are not visible. */
function stackedCarousel(name: string, hidden: string, script: string): Pattern {
  const style = `<style>.slides div,.slides div+div{transform:none}.slides div:not(.on){${hidden}}</style>`;
  return carousel(
    name,
    style,
    `const all = [...document.querySelectorAll('.slides div')]; let at = 0;
    all.forEach((slide, index) => { if (index > 0) slide.style.background = '${red}'; });
    const next = () => { at += 1; all.forEach((slide, index) => slide.classList.toggle('on', index === at % 3)); };
    all[0].classList.add('on'); ${script}`,
  );
}

/** A page with an off-canvas menu and a part that a timer shows. One box clips both. */
const menuBesidePage: Pattern = {
  ...carousel('part-after-2-s-on-a-page-with-a-menu-beside-it', '', ''),
  page: documentOf(
    `<style>.all{overflow-x:hidden;position:relative;height:6600px}.menu{position:absolute;left:-300px;top:0;width:300px;height:800px}</style>`,
    `<div class="all"><div class="menu">Menu</div><div class="page"><div id="part" style="height:600px;background:${red}"></div>${below}</div></div>
    <script>setTimeout(() => { document.querySelector('#part').style.background = '${green}'; }, 2000);</script>`,
  ),
};

/** Pages on which the search for a carousel meets what is unlike other pages. A part of them comes by a timer. */
const unlikeOthers: readonly Pattern[] = [
  {
    name: 'part-after-2-s-beside-a-form-with-a-field-named-children',
    head: '<form hidden><input name="children" type="number"></form>',
  },
  {
    name: 'part-after-2-s-on-a-page-that-replaces-what-finds-elements',
    head: `<script>document.querySelectorAll = () => { throw new Error('not supported'); };</script>`,
  },
  {
    name: 'part-after-2-s-above-a-row-of-cards-further-down',
    head: '',
    foot: `<div style="position:absolute;top:5000px;left:0;width:1280px;height:100px;display:flex;overflow-x:auto">${'<div style="flex:none;width:400px;height:200px"></div>'.repeat(9)}</div>`,
  },
].map(({ name, head, foot = '' }) => ({
  ...carousel(name, '', ''),
  page: documentOf(
    '',
    `${head}<div id="part" style="height:600px;background:${red}"></div>${below}${foot}
    <script>setTimeout(() => { document.querySelector('#part').style.background = '${green}'; }, 2000);</script>`,
  ),
}));

/** Carousels that advance before the page has come to rest. */
const fastCarousels: readonly Pattern[] = [
  carousel(
    'carousel-of-2-s-by-timers-in-a-row',
    '',
    `${show} (function plan() { setTimeout(() => { next(); plan(); }, 2000); })();`,
  ),
  carousel(
    'carousel-of-3-s-by-one-timer-and-frames',
    '',
    `${show} setTimeout(next, 3000); (function frame() { requestAnimationFrame(frame); })();`,
  ),
  carousel('carousel-of-1500-ms-by-interval', '', `${show} setInterval(next, 1500);`),
  carousel(
    'carousel-that-is-made-late',
    '<style>.slides{display:none}</style>',
    `${show} setTimeout(() => { document.querySelector('.slides').style.display = 'block'; }, 600); setInterval(next, 2000);`,
  ),
  stackedCarousel('carousel-that-fades', 'opacity:0', 'setInterval(next, 2000);'),
  stackedCarousel('carousel-that-shows-one-box', 'display:none', 'setInterval(next, 2000);'),
  {
    ...stackedCarousel(
      'carousel-beside-a-request-that-is-retried',
      'display:none',
      `setInterval(next, 2000); all[0].style.background = '${red}'; let tries = 0;
      (function ask() { fetch('part?' + tries).then(({ ok }) => { tries += 1;
        if (ok) all[0].style.background = '${green}'; else setTimeout(ask, 1800); }); })();`,
    ),
    routes: { part: ({ url, res }) => void res.writeHead(url.search === '?1' ? 200 : 503).end() },
  },
];

/** Motion that comes later than an image of the page: carousels, pop-ups and hints. */
export const lateMotion: readonly Pattern[] = [
  menuBesidePage,
  ...unlikeOthers,
  ...fastCarousels,
  carousel('carousel-by-interval-on-a-tall-page', '', `${show} setInterval(next, 4000);`),
  carousel(
    'carousel-by-timers-in-a-row-on-a-tall-page',
    '',
    `${show} (function plan() { setTimeout(() => { next(); plan(); }, 5000); })();`,
  ),
  {
    ...carousel(
      'carousel-beside-slow-content',
      '',
      `${show} setInterval(next, 4000); fetch('slow').then(() => fetch('slow?2'));`,
    ),
    routes: { slow: { delayMs: 1500 } },
  },
  carousel(
    'carousel-of-3-s-on-a-tall-page',
    '',
    `${show} setTimeout(function plan() { next(); setTimeout(plan, 3000); }, 3000); setInterval(next, 3000);`,
  ),
  ...onlyViewport([
    carousel(
      'splash-of-3-s',
      `<style>#preloader{position:fixed;inset:0;background:${red};transition:opacity .5s;z-index:9}</style>`,
      `document.body.insertAdjacentHTML('beforeend', '<div id="preloader"></div>'); const splash = document.querySelector('#preloader');
       setTimeout(() => { splash.style.opacity = 0; setTimeout(() => splash.remove(), 500); }, 3000);`,
    ),
    {
      ...carousel('spinner-alone-for-3-s', '', ''),
      page: documentOf(
        `<style>@keyframes turn{to{rotate:1turn}}.spinner{position:fixed;left:50%;top:50%;width:60px;height:60px;border:6px solid ${red};animation:turn 1s infinite}</style>`,
        `<div class="spinner"></div><script>setTimeout(() => { document.body.innerHTML = '<div style="height:600px;background:${green}">Page</div>'; }, 3000);</script>`,
      ),
    },
    carousel(
      'page-hidden-for-an-experiment-that-never-starts',
      '<style>.hide{opacity:0}</style>',
      `document.documentElement.className = 'hide'; setTimeout(() => { document.documentElement.className = ''; }, 4000);`,
    ),
  ]),
  carousel(
    'carousel-by-animation-on-a-tall-page',
    `<style>@keyframes slide{0%,28%{transform:none}33%,61%{transform:translateX(-100%)}66%,95%{transform:translateX(-200%)}}.slides div,.slides div+div{animation:slide 15s infinite;left:0;right:auto;width:100%}.slides div:nth-child(2){left:100%;transform:none}.slides div:nth-child(3){left:200%;transform:none}</style>`,
    '',
  ),
  carousel(
    'carousel-by-fading-animations',
    `<style>@keyframes fade{0%,30%{opacity:1}36%,94%{opacity:0}100%{opacity:1}}.slides div,.slides div+div{transform:none;animation:fade 12s infinite both}.slides div:nth-child(1){z-index:3;animation-delay:0s}.slides div:nth-child(2){z-index:2}.slides div:nth-child(3){z-index:1}</style>`,
    'document.title = 1;',
  ),
  ...onlyViewport([
    carousel(
      'carousel-by-frames-and-elapsed-time',
      '',
      `${show} let last = performance.now(); (function frame(now) { if (now - last > 6500) { next(); last = now; } requestAnimationFrame(frame); })(last);`,
    ),
  ]),
  carousel(
    'pop-up-of-5-s-on-a-tall-page',
    '',
    `setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:${blue}"></div>'); }, 5000);`,
  ),
  carousel(
    'pop-up-of-6-s-by-a-delayed-animation',
    `<style>@keyframes in{to{opacity:1}}#popup{position:fixed;inset:0;background:${blue};opacity:0;animation:in .5s 6s forwards}</style>`,
    `document.body.insertAdjacentHTML('beforeend', '<div id="popup"></div>');`,
  ),
  carousel(
    'pop-up-by-a-delayed-transition',
    `<style>#popup{position:fixed;left:0;right:0;bottom:0;height:700px;background:${blue};transform:translateY(100%);transition:transform .5s 5s}#popup.in{transform:none}</style>`,
    `document.body.insertAdjacentHTML('beforeend', '<div id="popup"></div>'); setTimeout(() => document.querySelector('#popup').classList.add('in'), 50);`,
  ),
  carousel(
    'pop-up-when-the-pointer-leaves',
    '',
    `for (const type of ['mouseleave', 'mouseout', 'blur']) addEventListener(type, () => { document.body.style.display = 'none'; });`,
  ),
  carousel(
    'page-that-is-asked-for-less-motion-only-by-some',
    `<style>@media (prefers-reduced-motion:reduce){.slides div{background:${red}!important}}@media print{.slides{display:none}}</style>`,
    '',
  ),
  carousel(
    'splash-with-a-fallback-timer',
    `<style>#splash{position:fixed;inset:0;background:${red};z-index:9}</style>`,
    `document.body.insertAdjacentHTML('beforeend', '<div id="splash"></div>'); const hide = () => document.querySelector('#splash')?.remove();
     setTimeout(hide, 8000); addEventListener('load', () => setTimeout(hide, 900));`,
  ),
];

import { area, blue, documentOf, green, grey, red, white, type Pattern } from '../pattern.ts';

/** An image of the size of the viewport that is green between 200 and 600 px, and red above and below. */
const middle = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="${red}"/><rect y="200" width="1280" height="400" fill="${green}"/></svg>`;

/** The same with more of it green, because a script moves it while the page is scrolled. */
const larger = middle.replace('y="200"', 'y="100"').replace('"400"', '"600"');

/** The first one at half of its size. */
const small = middle.replace(
  'width="1280" height="800"',
  'viewBox="0 0 1280 800" width="640" height="400"',
);

/** Parts of a page of grey sections, with a section of 400 px at 1600 px. */
interface SectionPage extends Partial<Pattern> {
  readonly style: string;
  readonly content?: string;
  /** The image at `image.svg`. */
  readonly image?: string;
}

/** A page whose section is green where a person sees it. */
function showsSection(
  name: string,
  { style, content = '<section></section>', image = middle, ...rest }: SectionPage,
): Pattern {
  return {
    name,
    page: documentOf(
      `<style>article{height:1600px;background:${grey}}section{height:400px;background-color:${red}}${style}</style>`,
      `<article></article>${content}<article></article>`,
    ),
    routes: { 'image.svg': { type: 'image/svg+xml', body: image } },
    fullPage: {
      heightPx: 3600,
      probes: [
        area(grey, [0, 10, 1280, 1580]),
        area(green, [0, 1605, 1280, 390]),
        area(grey, [0, 2010, 1280, 1580]),
      ],
    },
    ...rest,
  };
}

/** Script that writes the styles of `section` and `#hero` in `update`, which runs for each scroll event. */
const followsScroll = (update: string): string =>
  `<script>const part = document.querySelector('section, #hero'); const place = () => part.parentElement.getBoundingClientRect();
  const update = () => { ${update} }; addEventListener('scroll', update); addEventListener('resize', update); update();</script>`;

/** Backgrounds and boxes that move with the scroll position. */
export const scrollEffects: readonly Pattern[] = [
  showsSection('fixed-background-as-large-as-the-viewport', {
    style: 'section{background:url(image.svg) 50% 0/cover fixed}',
  }),
  showsSection('fixed-background-by-calc-with-a-layer-above', {
    style:
      'section{border:10px solid #2a9d3f;height:380px;background:linear-gradient(transparent,transparent) fixed,url("image.svg?a,(b") calc(100% - 0px) calc(100% - 0px)/100% auto no-repeat fixed}',
    image: small,
  }),
  showsSection('fixed-background-moved-by-a-script', {
    style: 'section{background:url(image.svg) 50% 0/cover no-repeat fixed}',
    content: `<section></section>${followsScroll(
      "part.style.backgroundPosition = '50% ' + Math.round((part.offsetTop - scrollY - 200) * 0.4) + 'px'",
    )}`,
    image: larger,
  }),
  showsSection('background-moved-by-a-script', {
    style: 'section{background-repeat:no-repeat;background-image:url(image.svg)}',
    content: `<section></section>${followsScroll(
      "part.style.backgroundPosition = '0 ' + ((part.offsetTop - scrollY - 200) * 0.4 - 200) + 'px'",
    )}`,
    image: larger,
  }),
  showsSection('fixed-background-of-a-tall-section', {
    style: 'section{height:1200px;background:url(image.svg) 50% 0/cover fixed}',
    image: middle.replaceAll(red, green),
    fullPage: {
      heightPx: 4400,
      probes: [area(green, [0, 1605, 1280, 1190]), area(grey, [0, 2810, 1280, 1580])],
    },
  }),
  showsSection('layer-that-never-rests', {
    style: `section{position:relative;overflow:hidden}i{position:absolute;inset:-100px 0;background:${green}}`,
    content: `<section><i></i></section>${followsScroll(
      "const layer = part.firstChild; layer.style.transform = 'translateY(' + ((scrollY - part.offsetTop + 200) * 0.4 + 20) + 'px)'",
    )}`,
  }),
  {
    name: 'hero-that-fades-by-the-height-of-the-viewport',
    page: documentOf(
      `<style>#top{height:800px}#hero{position:relative;left:100px;top:100px;width:400px;height:300px;background:${green}}article{height:1600px;background:${grey}}</style>`,
      `<div id="top"><div id="hero"></div></div><article></article>${followsScroll(
        "const { top, height } = place(); const done = Math.min(1, Math.max(0, (innerHeight - top) / (innerHeight + height) - 0.5) * 4); part.style.opacity = 1 - done; part.style.transform = 'translateY(' + done * -200 + 'px)'",
      )}`,
    ),
    fullPage: {
      heightPx: 2400,
      probes: [
        area(green, [110, 110, 380, 280]),
        area(white, [600, 110, 600, 600]),
        area(grey, [0, 810, 1280, 1580]),
      ],
    },
  },
  showsSection('path-drawn-by-scrolling', {
    style: 'section{background:none}',
    content: `<section><svg width="1280" height="400"><path d="M0 200H1280" stroke="${green}" stroke-width="400" stroke-dasharray="1280"/></svg></section><script>
      const path = document.querySelector('path'); const update = () => { const { top } = path.ownerSVGElement.getBoundingClientRect();
        path.style.strokeDashoffset = 1280 * (1 - Math.min(1, Math.max(0, innerHeight < 900 ? 1 - top / 600 : 0))); };
      addEventListener('scroll', update); addEventListener('resize', update); update();</script>`,
    fullPage: { heightPx: 3600, probes: [area(green, [0, 1605, 700, 390])] },
  }),
  showsSection('row-of-slides-below-moved-by-a-timer', {
    style: `section{overflow:hidden}ul{display:flex;width:3840px;margin:0;padding:0;list-style:none;transition:transform .4s}li{width:1280px;height:400px}`,
    content: `<section><ul><li style="background:${green}"></li><li style="background:${blue}"></li><li style="background:${green}"></li></ul></section><script>
      let slide = 0; const list = document.querySelector('ul'); list.style.transform = 'translateX(-2560px)';
      addEventListener('scroll', () => { if (slide === 0) { slide = 1; list.style.transform = 'translateX(0)'; } }, { once: true });</script>`,
  }),
];

/** A panel as large as the viewport, whose colour and text follow the scroll position, in a part of 3200 px at 1000 px. */
const stages = (head: string, script: string): string =>
  documentOf(
    `<style>header{position:fixed;z-index:1;left:0;top:0;width:1280px;height:60px;background:${blue}}article{height:1000px;background:${grey}}#part{height:3200px}#panel{height:800px;background:${red}}${head}</style>`,
    `<header></header><article></article><div id="part"><div id="panel"></div></div><article></article><script>
    const part = document.querySelector('#part'); const panel = document.querySelector('#panel'); const colors = ['${green}', '#111111', '#777777', '${blue}'];
    const update = () => { const { top } = part.getBoundingClientRect(); panel.style.background = colors[Math.max(0, Math.min(3, Math.round(-top / 800)))]; ${script} };
    addEventListener('scroll', update); addEventListener('resize', update); update();</script>`,
  );

const stageProbes = {
  heightPx: 5200,
  probes: [
    area(blue, [0, 5, 1280, 50]),
    area(grey, [0, 70, 1280, 920]),
    area(green, [0, 1005, 1280, 790]),
    area('#111111', [0, 1805, 1280, 790]),
    area('#777777', [0, 2605, 1280, 790]),
    area(blue, [0, 3405, 1280, 790]),
    area(grey, [0, 4205, 1280, 990]),
  ],
};

/** Boxes that stay in the viewport while a person scrolls. */
export const pinnedPanels: readonly Pattern[] = [
  {
    name: 'sticky-panel-with-stages',
    page: stages('#panel{position:sticky;top:0}', ''),
    fullPage: stageProbes,
  },
  {
    name: 'panel-pinned-by-a-script',
    page: stages(
      '',
      "const isPinned = top <= 0 && top > -2400; Object.assign(panel.style, isPinned ? { position: 'fixed', top: '0', width: '1280px', transform: '' } : { position: '', transform: top > 0 ? '' : 'translateY(2400px)' })",
    ),
    fullPage: stageProbes,
  },
  {
    name: 'sticky-panel-that-eases-towards-its-stage',
    page: documentOf(
      `<style>article{height:1000px;background:${grey}}#part{height:1600px}#panel{position:sticky;top:0;height:800px;background:${red};overflow:hidden}#stage{width:1280px;height:800px;background:${green}}</style>`,
      `<article></article><div id="part"><div id="panel"><div id="stage"></div></div></div><article></article><script>
      const part = document.querySelector('#part'); const stage = document.querySelector('#stage'); let shown = 640;
      (function frame() { const wanted = scrollY < 600 ? 640 : 0; shown += (wanted - shown) * 0.06; if (Math.abs(wanted - shown) < 1) shown = wanted;
        stage.style.transform = 'translateX(' + shown + 'px)'; requestAnimationFrame(frame); })();</script>`,
    ),
    fullPage: {
      heightPx: 3600,
      probes: [
        area(grey, [0, 10, 1280, 980]),
        area(green, [10, 1005, 1260, 1590]),
        area(grey, [0, 2605, 1280, 990]),
      ],
    },
  },
  {
    name: 'sticky-panel-without-scripts',
    page: documentOf(
      `<style>article{height:1000px;background:${grey}}#part{height:2400px}#panel{position:sticky;top:0;height:800px;background:${green}}</style>`,
      '<article></article><div id="part"><div id="panel"></div></div><article></article>',
    ),
    fullPage: {
      heightPx: 4400,
      probes: [
        area(grey, [0, 10, 1280, 980]),
        area(green, [0, 1005, 1280, 2390]),
        area(grey, [0, 3405, 1280, 990]),
      ],
    },
  },
  {
    name: 'sticky-cards-that-cover-each-other',
    page: documentOf(
      '<style>section{position:sticky;top:0;height:800px}</style>',
      `${[green, '#111111', '#777777', blue].map((color) => `<section style="background:${color}"></section>`).join('')}<div style="height:900px;position:relative;background:${grey}"></div><script>document.title = 'x'</script>`,
    ),
    fullPage: {
      heightPx: 4100,
      probes: [
        area(green, [0, 5, 1280, 790]),
        area('#111111', [0, 805, 1280, 790]),
        area('#777777', [0, 1605, 1280, 790]),
        area(blue, [0, 2405, 1280, 790]),
        area(grey, [0, 3205, 1280, 890]),
      ],
    },
  },
  {
    name: 'sticky-hero-that-the-page-covers',
    page: documentOf(
      `<style>#hero{position:sticky;top:0;height:800px;background:${green}}article{position:relative;height:3000px;background:${grey}}</style>`,
      '<div id="hero"></div><article></article><script>document.title = \'x\'</script>',
    ),
    fullPage: {
      heightPx: 3800,
      probes: [area(green, [0, 5, 1280, 790]), area(grey, [0, 805, 1280, 2990])],
    },
  },
  {
    name: 'slides-placed-in-space-on-a-page-that-cannot-be-scrolled',
    page: documentOf(
      `<style>html,body{height:100%}body{overflow:hidden;background:${green}}#room{position:absolute;left:50%;top:50%}#room div{position:absolute;width:900px;height:700px;transform-origin:50% 50%;background:${red}}</style>`,
      `<div id="room">${[1, 2, 3].map((at) => `<div style="transform:translate(-50%,-50%) translate3d(0,${at * 1500}px,0) rotate(${at * 60}deg) scale(4)"></div>`).join('')}</div><script>
      document.querySelector('#room').style.transform = 'translate(0,1500px) scale(.9)'</script>`,
    ),
    fullPage: { heightPx: 800, probes: [area(green, [0, 0, 1280, 100])] },
  },
  {
    name: 'content-below-on-a-page-that-a-dialog-has-locked',
    page: documentOf(
      `<style>body{overflow:hidden}main{position:absolute;top:0;left:0;width:100%;transform:translate3d(0,0,0)}</style>`,
      `<main><div style="height:2000px;background:${green}"></div></main><script>document.title = 'x'</script>`,
    ),
    fullPage: { heightPx: 2000, probes: [area(green, [0, 5, 1280, 1990])] },
  },
];

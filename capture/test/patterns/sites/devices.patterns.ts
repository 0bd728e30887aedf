import { area, blue, documentOf, green, grey, red, white, type Pattern } from '../pattern.ts';
import { onlyRows, rowColor, rowProbes, rows } from '../full-page-pages.ts';
import { frameOf } from '../waiting-pages.ts';

const phone = { widthPx: 390, heightPx: 844, isMobile: true, hasTouch: true } as const;
/** Share at which a phone shows a page that declares no viewport, which is 980 px wide. */
const phoneZoom = 390 / 980;

/** Phones, other scales, and sizes that few pages have. */
export const devices: readonly Pattern[] = [
  {
    name: 'mouse-at-a-desk',
    page: documentOf(
      `<style>html{background:${red}}@media (hover:hover) and (pointer:fine) and (any-hover:hover){html{background:${green}}}</style>`,
      '',
    ),
    viewport: { probes: [area(green, [0, 100, 1280, 700])] },
  },
  {
    name: 'fingers-on-a-phone',
    page: documentOf(
      `<meta name="viewport" content="width=device-width"><style>html{background:${red}}@media (hover:none) and (pointer:coarse) and (any-hover:none){html{background:${green}}}</style>`,
      '',
    ),
    options: { viewport: phone },
    viewport: { probes: [area(green, [0, 100, 390, 700])] },
  },
  {
    name: 'phone-with-a-declared-viewport',
    page: documentOf(
      `<meta name="viewport" content="width=device-width,initial-scale=1"><style>header{position:sticky;top:0;height:60px;background:${blue}}#hero{height:100vh;background:${green}}@media(min-width:600px){#hero{background:${red}}}</style>`,
      `<header></header><div id="hero"></div>${rows({ count: 10, heightPx: 100 })}`,
    ),
    options: {
      viewport: {
        widthPx: 390,
        heightPx: 844,
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
    viewport: {
      heightPx: 844,
      probes: [area(blue, [5, 5, 380, 50]), area(green, [5, 65, 380, 760])],
    },
    fullPage: {
      heightPx: 1904,
      probes: [
        area(blue, [5, 5, 380, 50]),
        area(green, [5, 65, 380, 830]),
        ...rowProbes({ count: 10, heightPx: 100, topPx: 904, widthPx: 390 }),
      ],
    },
  },
  {
    name: 'phone-without-a-declared-viewport',
    page: documentOf(
      `<style>header{position:fixed;top:0;left:0;right:0;height:100px;background:${blue}}</style>`,
      `<header></header>${rows({ count: 40, heightPx: 100 })}`,
    ),
    options: { viewport: phone },
    viewport: { heightPx: 844, probes: [area(blue, [5, 5, 380, 30])] },
    fullPage: {
      probes: [
        area(blue, [5, 5, 380, 30]),
        ...Array.from({ length: 38 }, (_, row) =>
          area(rowColor(row + 2), [5, Math.round(((row + 2) * 100 + 40) * phoneZoom), 380, 10]),
        ),
      ],
    },
  },
  {
    name: 'phone-without-a-declared-viewport-with-styles-by-its-height',
    page: documentOf(
      `<style>header{position:relative;height:100vh;background:${grey}}header::after{content:'';position:absolute;inset:auto 0 0;height:25vh;background:${green}}</style>`,
      `<header></header>${rows({ count: 20, heightPx: 100 })}`,
    ),
    options: { viewport: phone },
    viewport: {
      heightPx: 844,
      probes: [area(grey, [5, 10, 380, 610]), area(green, [5, 640, 380, 195])],
    },
    fullPage: {
      probes: [
        area(grey, [5, 10, 380, 610]),
        area(green, [5, 640, 380, 195]),
        ...Array.from({ length: 20 }, (_, row) =>
          area(rowColor(row), [5, 844 + Math.round((row * 100 + 40) * phoneZoom), 380, 10]),
        ),
      ],
    },
  },
  {
    name: 'phone-with-content-wider-than-the-screen',
    page: documentOf(
      `<meta name="viewport" content="width=device-width,initial-scale=1">`,
      `${rows({ count: 20, heightPx: 100 })}<div style="width:500px;height:100px;background:${green}"></div>`,
    ),
    options: {
      viewport: {
        widthPx: 390,
        heightPx: 844,
        deviceScaleFactor: 1,
        isMobile: true,
        hasTouch: true,
      },
    },
    fullPage: { probes: [area(rowColor(0), [5, 5, 200, 60])] },
  },
  {
    name: 'scale-of-2-with-a-tall-page',
    page: documentOf(
      `<style>header{position:fixed;top:0;left:0;right:0;height:60px;background:${blue}}</style>`,
      `<header></header>${rows({ count: 60, heightPx: 100 })}`,
    ),
    options: { deviceScaleFactor: 2 },
    fullPage: {
      heightPx: 6000,
      probes: [area(blue, [5, 5, 1270, 50]), ...rowProbes({ count: 60, heightPx: 100 }).slice(1)],
    },
  },
  {
    name: 'page-above-64-megapixels',
    page: documentOf(
      `<style>header{position:fixed;top:0;left:0;right:0;height:60px;background:${blue}}#hero{height:100vh;background:${green}}img{display:block;width:100%;height:500px}footer{position:fixed;bottom:0;left:0;right:0;height:40px;background:${grey}}</style>`,
      `<header></header><div id="hero"></div>${Array.from({ length: 11 }, (_, row) => `<img loading="lazy" src="/color/${rowColor(row).slice(1)}.png?ms=50">`).join('')}<footer></footer>`,
    ),
    options: { deviceScaleFactor: 3 },
    fullPage: {
      heightPx: 6300,
      probes: [
        area(blue, [5, 5, 1270, 50]),
        area(green, [5, 65, 1270, 690]),
        area(grey, [5, 765, 1270, 30]),
        ...rowProbes({ count: 11, heightPx: 500, topPx: 800 }),
      ],
    },
  },
  {
    name: 'white-page-with-a-wide-table',
    page: documentOf(
      `<style>.wrap{overflow-x:auto}.wrap div{width:3000px;height:200px;background:linear-gradient(90deg,${green} 1280px,${red} 1280px)}</style>`,
      `<div class="wrap"><div></div></div><div style="height:2000px;background:${white}"></div>`,
    ),
    fullPage: { probes: [area(green, [5, 5, 1270, 180]), area(white, [5, 300, 1270, 1700])] },
  },
  {
    name: 'phone-without-a-declared-viewport-with-lazy-parts',
    page: documentOf(
      `<style>img{display:block;width:100%;height:400px}section{content-visibility:auto;contain-intrinsic-size:auto 400px}section div{height:400px}</style>`,
      `${Array.from({ length: 10 }, (_, row) => `<img loading="lazy" src="/color/${rowColor(row).slice(1)}.png?ms=100">`).join('')}${Array.from({ length: 6 }, (_, row) => `<section><div style="background:${rowColor(row + 10)}"></div></section>`).join('')}<script>document.title = 'x'</script>`,
    ),
    options: { viewport: phone },
    fullPage: {
      probes: Array.from({ length: 16 }, (_, row) =>
        area(rowColor(row), [5, Math.round((row * 400 + 100) * phoneZoom), 300, 60]),
      ),
    },
  },
  {
    name: 'phone-without-a-declared-viewport-with-a-frame-below',
    page: documentOf(
      '<style>iframe{display:block;width:100%;height:600px;border:0}</style>',
      `<div style="height:3000px"></div><iframe src="{{other}}/frame.html"></iframe>`,
    ),
    routes: {
      'frame.html': {
        body: frameOf(
          red,
          'requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200)))',
        ),
      },
    },
    options: { viewport: phone },
    fullPage: { probes: [area(green, [5, Math.round(3100 * phoneZoom), 300, 100])] },
  },
  {
    name: 'parts-laid-out-in-view-above-64-megapixels',
    page: documentOf(
      `<style>section{content-visibility:auto;contain-intrinsic-size:auto 500px}section div{height:500px}</style>`,
      `${Array.from({ length: 13 }, (_, row) => `<section><div style="background:${rowColor(row)}"></div></section>`).join('')}<script>document.title = 'x'</script>`,
    ),
    options: { deviceScaleFactor: 3 },
    fullPage: onlyRows({ count: 13, heightPx: 500 }),
  },
  {
    name: 'menu-and-sheet-outside-the-viewport',
    page: documentOf(
      `<style>#menu{position:fixed;top:0;left:0;bottom:0;width:300px;background:${red};transform:translateX(-100%)}#sheet{position:fixed;left:0;right:0;bottom:-400px;height:400px;background:${red}}</style>`,
      `${rows({ count: 30, heightPx: 100 })}<div id="menu"></div><div id="sheet"></div><script>document.title = 'x'</script>`,
    ),
    fullPage: onlyRows({ count: 30, heightPx: 100 }),
  },
];

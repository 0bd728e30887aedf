import { area, blue, documentOf, green, grey, red, white, type Pattern } from '../pattern.ts';
import { rowColor, rowProbes, rows } from '../full-page-pages.ts';

/** Phones, other scales, and sizes that few pages have. */
export const devices: readonly Pattern[] = [
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
    options: { viewport: { widthPx: 390, heightPx: 844, isMobile: true, hasTouch: true } },
    viewport: { heightPx: 844, probes: [area(blue, [5, 5, 380, 30])] },
    fullPage: {
      probes: [
        area(blue, [5, 5, 380, 30]),
        ...Array.from({ length: 38 }, (_, row) =>
          area(rowColor(row + 2), [5, Math.round(((row + 2) * 100 + 40) * (390 / 980)), 380, 10]),
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
];

import { area, blue, documentOf, green, red, white, type Pattern } from './pattern.ts';
import { onlyRows, rowColor, rowColorScript, rowProbes, rows } from './full-page-pages.ts';
import { frameOf } from './waiting-pages.ts';

const far = '<div style="height:2000px"></div>';
const frameRow = (src: string): string =>
  `${far}<iframe src="${src}" style="display:block;width:100%;height:600px;border:0"></iframe>`;
const belowTheFold = { heightPx: 2600, probes: [area(green, [10, 2010, 1260, 580])] };

/** A frame that turns green when it is painted, in two frames, and on a change of its size. */
const paintedFrame = {
  'frame.html': {
    body: frameOf(
      red,
      'requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200)))',
    ),
  },
};
const observedFrame = {
  'frame.html': {
    body: `<!doctype html><style>html{background:${red}}i{display:block;height:50px}</style><i></i><script>
    new IntersectionObserver(([entry]) => { if (entry.isIntersecting)
      setTimeout(() => { document.documentElement.style.background = '${green}'; }, 300); })
      .observe(document.querySelector('i'));</script>`,
  },
};
const lazyImages = (ms: number, count: number): string =>
  Array.from(
    { length: count },
    (_, row) => `<img loading="lazy" src="/color/${rowColor(row).slice(1)}.png?ms=${ms}">`,
  ).join('');
const imageStyle = '<style>img{display:block;width:100%;height:400px}</style>';

/** Content that is made, loaded or painted only when it is near the viewport. */
export const lazyContent: readonly Pattern[] = [
  {
    name: 'lazy-images',
    page: documentOf(imageStyle, lazyImages(300, 12)),
    fullPage: onlyRows({ count: 12, heightPx: 400 }),
  },
  {
    name: 'lazy-images-of-3-s',
    page: documentOf(imageStyle, lazyImages(3000, 8)),
    fullPage: onlyRows({ count: 8, heightPx: 400 }),
  },
  {
    name: 'lazy-images-by-script',
    page: documentOf(
      imageStyle,
      `${Array.from({ length: 10 }, (_, row) => `<img data-src="/color/${rowColor(row).slice(1)}.png?ms=200">`).join('')}<script>
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
        if (isIntersecting) { target.src = target.dataset.src; observer.unobserve(target); } });
      document.querySelectorAll('img').forEach((image) => observer.observe(image));</script>`,
    ),
    fullPage: onlyRows({ count: 10, heightPx: 400 }),
  },
  {
    name: 'lazy-images-cancelled-when-they-leave-the-viewport',
    page: documentOf(
      `<style>img{display:block;width:1500px;height:400px}.on{width:100%}
      .end{position:absolute;top:0;right:0;width:40px;height:400px;background:${green}}</style>`,
      `${Array.from({ length: 12 }, (_, row) => `<img data-src="/color/${rowColor(row).slice(1)}.png?ms=${row === 11 ? 6000 : 1000}">`).join('')}<i class="end"></i><script>
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) {
        if (target.className === 'on') continue;
        if (isIntersecting) target.src = target.dataset.src; else target.removeAttribute('src'); } });
      for (const image of document.querySelectorAll('img')) {
        image.onload = () => { image.className = 'on'; }; observer.observe(image); }</script>`,
    ),
    fullPage: {
      widthPx: 1280,
      heightPx: 4800,
      probes: [...rowProbes({ count: 12, heightPx: 400 }), area(green, [1245, 20, 30, 360])],
    },
  },
  {
    name: 'lazy-backgrounds-by-script',
    page: documentOf(
      '<style>i{display:block;height:400px;background-size:cover}</style>',
      `${Array.from({ length: 10 }, (_, row) => `<i data-src="/color/${rowColor(row).slice(1)}.png?ms=300"></i>`).join('')}<script>
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
        if (isIntersecting) target.style.backgroundImage = 'url(' + target.dataset.src + ')'; });
      document.querySelectorAll('i').forEach((part) => observer.observe(part));</script>`,
    ),
    fullPage: onlyRows({ count: 10, heightPx: 400 }),
  },
  {
    name: 'lazy-sections-by-fetch',
    page: documentOf(
      '<style>section{height:500px;background:#eee}</style>',
      `${'<section></section>'.repeat(8)}<script>${rowColorScript}
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue; observer.unobserve(target); const row = sections.indexOf(target);
        fetch('part?row=' + row).then(() => setTimeout(() => { target.style.background = rowColor(row); }, 200)); } });
      const sections = [...document.querySelectorAll('section')]; sections.forEach((one) => observer.observe(one));</script>`,
    ),
    routes: { part: { delayMs: 300 } },
    fullPage: onlyRows({ count: 8, heightPx: 500 }),
  },
  {
    name: 'content-visibility',
    page: documentOf(
      '<style>section{content-visibility:auto;contain-intrinsic-size:auto 400px}section>div{height:400px}</style>',
      Array.from(
        { length: 10 },
        (_, row) => `<section><div style="background:${rowColor(row)}"></div></section>`,
      ).join(''),
    ),
    fullPage: onlyRows({ count: 10, heightPx: 400 }),
  },
  {
    name: 'view-timeline-of-the-exit-alone',
    page: documentOf(
      `<style>@keyframes leave{to{opacity:0}}div{animation:leave linear both;animation-timeline:view();animation-range:exit 0% exit 100%}</style>`,
      rows({ count: 6, heightPx: 500 }),
    ),
    fullPage: { heightPx: 3000, probes: rowProbes({ count: 6, heightPx: 500 }) },
  },
  {
    name: 'view-timeline',
    page: documentOf(
      `<style>@keyframes in{from{opacity:0;transform:translateX(-1300px)}}section{height:500px}
      section>div{height:500px;animation:in linear both;animation-timeline:view();animation-range:entry 0% entry 60%}</style>`,
      Array.from(
        { length: 8 },
        (_, row) => `<section><div style="background:${rowColor(row)}"></div></section>`,
      ).join(''),
    ),
    fullPage: onlyRows({ count: 8, heightPx: 500 }),
  },
  {
    name: 'view-timeline-of-a-script-that-writes-styles',
    page: documentOf(
      '<style>section{height:500px}section>div{height:500px}</style>',
      `${Array.from(
        { length: 8 },
        (_, row) => `<section><div style="background:${rowColor(row)}"></div></section>`,
      ).join('')}<script>for (const box of document.querySelectorAll('section>div')) {
        const opacity = [0, 1, 1, 0]; const timeline = new ViewTimeline({ subject: box });
        box.animate({ opacity }, { fill: 'both', timeline, rangeStart: 'cover 0%', rangeEnd: 'cover 100%' });
        const render = () => { box.style.opacity = 0; }; addEventListener('resize', render); render(); }</script>`,
    ),
    fullPage: onlyRows({ count: 8, heightPx: 500 }),
  },
  {
    name: 'virtual-list',
    page: documentOf(
      '<style>#list{position:relative;height:12000px}#list>div{position:absolute;left:0;width:100%;height:40px}</style>',
      `<div id="list"></div><script>${rowColorScript} const list = document.querySelector('#list'); let range = '';
      const render = () => { const first = Math.max(0, Math.floor(scrollY / 40) - 5);
        const last = Math.min(300, Math.ceil((scrollY + innerHeight) / 40) + 5);
        if (range === first + '-' + last) return; range = first + '-' + last;
        list.replaceChildren(...Array.from({ length: last - first }, (_, i) => { const row = document.createElement('div');
          row.style.top = (first + i) * 40 + 'px'; row.style.background = rowColor(first + i); return row; })); };
      addEventListener('scroll', render); addEventListener('resize', render); render();</script>`,
    ),
    fullPage: onlyRows({ count: 300, heightPx: 40 }),
  },
  {
    name: 'virtual-list-whose-script-measures-its-scroller-once',
    page: documentOf(
      `<style>header{height:60px;background:${blue}}#pane{overflow:auto}#list{position:relative;height:6000px}#list>div{position:absolute;width:50%;height:60px}</style>`,
      `<header></header><div id="pane"><div id="list"></div></div><script>${rowColorScript}
      const height = innerHeight - 60; pane.style.height = height + 'px'; const shown = new Map();
      const render = () => { const first = Math.floor(pane.scrollTop / 60); const last = Math.min(100, Math.ceil((pane.scrollTop + height) / 60));
        for (const [at, row] of shown) if (at < first || at >= last) { row.remove(); shown.delete(at); }
        for (let at = first; at < last; at += 1) { if (shown.has(at)) continue; const row = document.createElement('div');
          row.style.top = at * 60 + 'px'; row.style.background = rowColor(at); list.append(row); shown.set(at, row); } };
      pane.addEventListener('scroll', render); render();</script>`,
    ),
    fullPage: {
      heightPx: 6060,
      probes: [area(blue, [0, 5, 1280, 50]), ...rowProbes({ count: 100, heightPx: 60, topPx: 60 })],
    },
  },
  {
    name: 'infinite-feed-with-an-end',
    page: documentOf(
      '',
      `<main></main><i style="display:block;height:0"></i><script>${rowColorScript} let count = 0; let isLoading = false;
      const more = async () => { if (isLoading || count >= 40) return; isLoading = true;
        await fetch('posts?from=' + count); for (const end = count + 5; count < end; count += 1) {
          const post = document.createElement('div'); post.style = 'height:200px;background:' + rowColor(count);
          document.querySelector('main').append(post); } isLoading = false; };
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) more(); }, { rootMargin: '400px' })
        .observe(document.querySelector('i'));
      addEventListener('scroll', () => { if (scrollY + innerHeight > document.body.scrollHeight - 400) more(); });
      more().then(more);</script>`,
    ),
    routes: { posts: { delayMs: 100 } },
    fullPage: onlyRows({ count: 40, heightPx: 200 }),
  },
  {
    name: 'infinite-feed-without-an-end',
    page: documentOf(
      '',
      `<main></main><script>${rowColorScript} let count = 0; let isLoading = false;
      const more = async () => { if (isLoading) return; isLoading = true; await fetch('posts?from=' + count);
        for (const end = count + 10; count < end; count += 1) { const post = document.createElement('div');
          post.style = 'height:200px;background:' + rowColor(count); document.querySelector('main').append(post); }
        isLoading = false; };
      addEventListener('scroll', () => { if (scrollY + innerHeight > document.body.scrollHeight - 400) more(); }); more();</script>`,
    ),
    routes: { posts: { delayMs: 100 } },
    fullPage: { minHeightPx: 2000, probes: rowProbes({ count: 10, heightPx: 200 }) },
  },
  {
    name: 'frame-below-the-fold',
    page: documentOf('', frameRow('frame.html')),
    routes: paintedFrame,
    fullPage: belowTheFold,
  },
  {
    name: 'frame-of-other-origin-below-the-fold',
    page: documentOf('', frameRow('{{other}}/frame.html')),
    routes: paintedFrame,
    fullPage: belowTheFold,
  },
  {
    name: 'observed-frame-of-other-origin-below-the-fold',
    page: documentOf('', frameRow('{{other}}/frame.html')),
    routes: observedFrame,
    fullPage: belowTheFold,
  },
  {
    name: 'lazy-frame-of-other-origin',
    page: documentOf('', frameRow('{{other}}/frame.html" loading="lazy')),
    routes: paintedFrame,
    fullPage: belowTheFold,
  },
  {
    name: 'canvas-below-the-fold',
    page: documentOf(
      '',
      `${far}<canvas width="1280" height="600" style="display:block"></canvas><script>
      const canvas = document.querySelector('canvas'); new IntersectionObserver(([entry]) => { if (!entry.isIntersecting) return;
        const context = canvas.getContext('2d'); let n = 0; context.fillStyle = '${green}';
        requestAnimationFrame(function next() { n += 1; context.fillRect(0, 0, n * 64, 600); if (n < 20) requestAnimationFrame(next); });
      }).observe(canvas);</script>`,
    ),
    fullPage: belowTheFold,
  },
  {
    name: 'lazy-images-without-scripts',
    page: documentOf(imageStyle, lazyImages(200, 8)),
    options: { isJavaScriptDisabled: true },
    fullPage: onlyRows({ count: 8, heightPx: 400 }),
  },
  {
    name: 'back-to-top-button',
    page: documentOf(
      `<style>a{position:fixed;right:50px;bottom:50px;width:100px;height:100px;background:${red};display:none}a.on{display:block}</style>`,
      `<div style="height:3000px;background:${white}"></div><a></a><script>addEventListener('scroll', () => {
        document.querySelector('a').className = scrollY > 300 ? 'on' : ''; });</script>`,
    ),
    fullPage: { heightPx: 3000, probes: [area(white, [0, 10, 1280, 2980])] },
  },
  {
    name: 'plain-rows',
    page: documentOf('', rows({ count: 60, heightPx: 100 })),
    fullPage: onlyRows({ count: 60, heightPx: 100 }),
  },
];

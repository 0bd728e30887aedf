import { area, blue, documentOf, green, grey, red, white, type Pattern } from '../pattern.ts';
import { onlyRows, rowColor, rowColorScript, rowProbes, rows, rowsIn } from '../full-page-pages.ts';
import { reveals } from '../motion-pages.ts';

const tall = { count: 30, heightPx: 100 };
const long = rows(tall);

/** Libraries that scroll, pin or reveal parts of a page by script. */
export const scrollLibraries: readonly Pattern[] = [
  {
    name: 'scroll-container-moved-by-wheel-events',
    page: documentOf(
      '<style>html.smooth{overflow:hidden;position:fixed;inset:0}.smooth body{overflow:hidden}[data-scroll-container]{will-change:transform}</style>',
      `<main data-scroll-container>${long}</main><script>document.documentElement.className = 'smooth'; let target = 0; let y = 0;
      const main = document.querySelector('main'); addEventListener('wheel', (event) => { target += event.deltaY; });
      (function frame() { y += (target - y) * 0.1; main.style.transform = 'matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,' + -y + ',0,1)'; requestAnimationFrame(frame); })()</script>`,
    ),
    fullPage: onlyRows(tall),
  },
  {
    name: 'native-scroll-smoothed-by-a-frame-loop',
    page: documentOf(
      '<style>html.lenis,html.lenis body{height:auto}.lenis.lenis-smooth{scroll-behavior:auto!important}</style>',
      `<main>${long}</main><script>document.documentElement.classList.add('lenis', 'lenis-smooth'); let target = scrollY; let animated = scrollY; let isOwn = false;
      addEventListener('scroll', () => { if (!isOwn) { target = animated = scrollY; } isOwn = false; });
      (function raf() { if (Math.abs(target - animated) > 0.5) { animated += (target - animated) * 0.1; isOwn = true; scrollTo(0, animated); } requestAnimationFrame(raf); })()</script>`,
    ),
    fullPage: onlyRows(tall),
  },
  {
    name: 'section-pinned-by-script',
    page: documentOf(
      `<style>.spacer{height:1800px;background:${grey}}.panel{height:800px;background:${green};width:100%}</style>`,
      `${rows({ count: 4, heightPx: 200 })}<div class="spacer"><section class="panel"></section></div><footer style="height:400px;background:${blue}"></footer><script>
      const panel = document.querySelector('.panel'); const spacer = document.querySelector('.spacer'); const update = () => { const start = spacer.offsetTop; const end = start + 1000;
        const y = scrollY; panel.style.cssText = y < start ? '' : y <= end ? 'position:fixed;top:0;left:0' : 'position:relative;top:1000px'; };
      addEventListener('scroll', update); addEventListener('resize', update); update();</script>`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [
        ...rowProbes({ count: 4, heightPx: 200 }),
        area(green, [0, 805, 1280, 1790]),
        area(blue, [0, 2610, 1280, 380]),
      ],
    },
  },
  {
    name: 'stacked-sticky-cards',
    page: documentOf(
      '<style>section{position:sticky;top:0;height:800px}</style>',
      `${Array.from({ length: 4 }, (_, row) => `<section style="background:${rowColor(row)}"></section>`).join('')}<footer style="height:400px;background:${blue}"></footer>`,
    ),
    fullPage: {
      heightPx: 3600,
      probes: [...rowProbes({ count: 4, heightPx: 800 }), area(blue, [0, 3210, 1280, 380])],
    },
  },
  {
    name: 'bar-that-shows-the-scroll-position-by-style',
    page: documentOf(
      `<style>@keyframes grow{from{transform:scaleX(0)}}#bar{position:fixed;top:0;left:0;right:0;height:20px;background:${red};transform-origin:0 50%;animation:grow linear both;animation-timeline:scroll()}</style>`,
      `<div id="bar"></div>${long}`,
    ),
    fullPage: onlyRows(tall),
    viewport: { probes: rowProbes({ count: 8, heightPx: 100 }) },
  },
  {
    name: 'bar-that-shows-the-scroll-position-by-script',
    page: documentOf(
      `<style>#bar{position:fixed;top:0;left:0;height:20px;width:0;background:${red}}</style>`,
      `<div id="bar"></div>${long}<script>const bar = document.querySelector('#bar'); const update = () => { const most = document.documentElement.scrollHeight - innerHeight;
      bar.style.width = (most > 0 ? scrollY / most * 100 : 100) + '%'; }; addEventListener('scroll', update); addEventListener('resize', update); update();</script>`,
    ),
    fullPage: onlyRows(tall),
  },
  reveals(
    'library-that-hides-again-above',
    '.box{opacity:0;transform:translate3d(0,100px,0);transition:opacity .6s,transform .6s;transition-timing-function:ease}.aos-animate{opacity:1;transform:none}',
    `let spots = []; const measure = () => { spots = boxes.map((box) => { const saved = box.style.transform; box.style.transform = 'none';
        const top = box.getBoundingClientRect().top + scrollY; box.style.transform = saved; return { box, at: top - innerHeight + 120 }; }); };
      const look = () => { for (const { box, at } of spots) box.classList.toggle('aos-animate', scrollY >= at); };
      let last = 0; let timer; const throttled = () => { const wait = 99 - (Date.now() - last); clearTimeout(timer); if (wait <= 0) { last = Date.now(); look(); } else timer = setTimeout(() => { last = Date.now(); look(); }, wait); };
      let again; addEventListener('load', () => { measure(); look(); }); addEventListener('resize', () => { clearTimeout(again); again = setTimeout(() => { measure(); look(); }, 50); });
      addEventListener('scroll', throttled, { passive: true });`,
  ),
  reveals(
    'observer-with-margins-and-threshold',
    '.box{opacity:0;transition:opacity .5s .2s}.on{opacity:1}',
    `const io = new IntersectionObserver((entries, self) => { for (const { isIntersecting, intersectionRatio, target } of entries)
      if (isIntersecting && intersectionRatio >= 0.5) { target.classList.add('on'); self.unobserve(target); } }, { rootMargin: '-15% 0px -25% 0px', threshold: [0, 0.5, 1] });
      boxes.forEach((box) => io.observe(box));`,
  ),
  reveals(
    'reveal-once-per-frame-loop',
    '.box{clip-path:inset(0 100% 0 0);transition:clip-path 1s}.on{clip-path:inset(0)}',
    `(function frame() { boxes.forEach((box) => { if (box.getBoundingClientRect().top < innerHeight * 0.85) box.classList.add('on'); }); requestAnimationFrame(frame); })()`,
  ),
  reveals(
    'reveal-queued-one-at-a-time',
    '.box{opacity:0;transition:opacity .4s}.on{opacity:1}',
    `const queue = []; let isBusy = false; const next = () => { const box = queue.shift(); if (box === undefined) { isBusy = false; return; } isBusy = true;
      box.classList.add('on'); setTimeout(next, 250); };
      new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting && !queue.includes(target)) queue.push(target); if (!isBusy) next(); })
        .observe(boxes[0]); const io = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) { io.unobserve(target); queue.push(target); if (!isBusy) next(); } });
      boxes.slice(1).forEach((box) => io.observe(box));`,
  ),
  {
    ...reveals(
      'reveal-by-a-library-loaded-on-scroll',
      '.box{visibility:hidden}.on{visibility:visible}',
      `addEventListener('scroll', async () => { const { reveal } = await import('./reveal.js'); boxes.forEach(reveal); }, { once: true });
       setTimeout(() => boxes[0].classList.add('on'), 100);`,
    ),
    routes: {
      'reveal.js': {
        delayMs: 200,
        body: "export const reveal = (box) => box.classList.add('on');",
      },
    },
  },
  reveals(
    'reveal-in-proportion-to-the-scroll',
    '',
    `const update = () => boxes.forEach((box) => { const { top } = box.parentElement.getBoundingClientRect(); const p = Math.max(0, Math.min(1, (innerHeight - top) / 300));
      box.style.opacity = p; box.style.transform = 'translateX(' + (1 - p) * -300 + 'px)'; }); addEventListener('scroll', () => requestAnimationFrame(update)); addEventListener('resize', update); update();`,
  ),
  {
    name: 'parallax-of-several-layers',
    page: documentOf(
      `<style>#hero{position:relative;height:600px;overflow:hidden}#hero div{position:absolute;inset:0}#a{background:${blue}}#b{left:640px!important;background:${green}}</style>`,
      `<div id="hero"><div id="a" data-speed="0.2"></div><div id="b" data-speed="0.6"></div></div>${long}<script>const layers = [...document.querySelectorAll('[data-speed]')];
      let isTicking = false; addEventListener('scroll', () => { if (isTicking) return; isTicking = true; requestAnimationFrame(() => { isTicking = false;
        for (const layer of layers) layer.style.transform = 'translate3d(0,' + scrollY * layer.dataset.speed + 'px,0)'; }); });</script>`,
    ),
    fullPage: {
      heightPx: 3600,
      probes: [
        area(blue, [10, 10, 600, 580]),
        area(green, [660, 10, 600, 580]),
        ...rowProbes({ ...tall, topPx: 600 }),
      ],
    },
  },
  {
    name: 'counters-in-every-section',
    page: documentOf(
      '<style>section{height:600px;position:relative}b{position:absolute;left:100px;top:100px;height:300px;width:0;background:#2a9d3f}</style>',
      `${'<section><b></b></section>'.repeat(6)}<script>const io = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) { if (!isIntersecting) continue; io.unobserve(target);
      const start = performance.now(); requestAnimationFrame(function next(now) { const p = Math.max(0, Math.min(1, (now - start) / 1800)); target.style.width = 600 * p + 'px'; if (p < 1) requestAnimationFrame(next); }); } }, { threshold: 0 });
      document.querySelectorAll('b').forEach((one) => io.observe(one));</script>`,
    ),
    fullPage: {
      heightPx: 3600,
      probes: [0, 1, 2, 3, 4, 5].flatMap((row) => [
        area(green, [110, row * 600 + 110, 580, 280]),
        area(white, [710, row * 600 + 110, 500, 280]),
      ]),
    },
  },
  {
    name: 'header-that-shrinks-on-scroll',
    page: documentOf(
      `<style>body{padding-top:160px}header{position:fixed;top:0;left:0;right:0;height:160px;background:${blue};transition:height .3s}header.small{height:60px;background:${red}}</style>`,
      `<header></header>${long}<script>const header = document.querySelector('header'); new IntersectionObserver(([entry]) => header.classList.toggle('small', !entry.isIntersecting))
      .observe(document.querySelector('div'));</script>`,
    ),
    fullPage: {
      heightPx: 3160,
      probes: [area(blue, [0, 10, 1280, 140]), ...rowProbes({ ...tall, topPx: 160 })],
    },
  },
  {
    name: 'anchor-in-the-address',
    query: '#target',
    page: documentOf(
      '<style>html{scroll-behavior:smooth}</style>',
      `${rows({ count: 15, heightPx: 100 })}<div id="target" style="height:1500px;background:${green}"></div>`,
    ),
    viewport: { probes: [area(green, [0, 0, 1280, 800])] },
    fullPage: {
      heightPx: 3000,
      probes: [...rowProbes({ count: 15, heightPx: 100 }), area(green, [0, 1510, 1280, 1480])],
    },
  },
  {
    name: 'scroll-to-a-part-by-script',
    page: documentOf(
      '',
      `${rows({ count: 15, heightPx: 100 })}<div id="target" style="height:1500px;background:${green}"></div><script>history.scrollRestoration = 'manual';
      addEventListener('load', () => setTimeout(() => document.querySelector('#target').scrollIntoView({ behavior: 'smooth' }), 300))</script>`,
    ),
    viewport: { probes: [area(green, [0, 0, 1280, 800])] },
    fullPage: {
      heightPx: 3000,
      probes: [...rowProbes({ count: 15, heightPx: 100 }), area(green, [0, 1510, 1280, 1480])],
    },
  },
  {
    name: 'row-that-scrolls-sideways-in-steps',
    page: rowsIn(
      `ul{display:flex;overflow-x:auto;scroll-snap-type:x mandatory;margin:0;padding:0;list-style:none;height:300px}li{flex:none;width:1280px;scroll-snap-align:start;background:${green}}li+li{background:${red}}`,
      (content) => `<ul><li></li><li></li><li></li></ul>${content}`,
      tall,
    ),
    fullPage: {
      heightPx: 3300,
      probes: [area(green, [0, 10, 1280, 270]), ...rowProbes({ ...tall, topPx: 300 })],
    },
  },
  {
    name: 'gallery-moved-sideways-by-the-scroll',
    page: documentOf(
      `<style>.track{height:2800px}.view{position:sticky;top:0;height:800px;overflow:hidden}.strip{display:flex;width:3840px;height:800px}.strip div{width:1280px}</style>`,
      `<div class="track"><div class="view"><div class="strip">${[0, 1, 2].map((row) => `<div style="background:${rowColor(row)}"></div>`).join('')}</div></div></div><footer style="height:300px;background:${blue}"></footer><script>
      addEventListener('scroll', () => { document.querySelector('.strip').style.transform = 'translateX(' + -Math.min(2560, scrollY / 2000 * 2560) + 'px)'; })</script>`,
    ),
    fullPage: {
      heightPx: 3100,
      probes: [
        area(rowColor(0), [10, 10, 1260, 780]),
        area(rowColor(2), [10, 2010, 1260, 780]),
        area(blue, [10, 2810, 1260, 280]),
      ],
    },
  },
  {
    name: 'images-in-picture-with-sizes-below-the-fold',
    page: documentOf(
      '<style>img{display:block;width:100%;height:400px}picture{display:block;content-visibility:auto;contain-intrinsic-size:auto 400px}</style>',
      Array.from({ length: 10 }, (_, row) => {
        const src = `/color/${rowColor(row).slice(1)}.png?ms=${100 + row * 20}`;
        return `<picture><source media="(min-width:2000px)" srcset="/color/cc2222.png"><img loading="lazy" decoding="async" sizes="(min-width:1000px) 100vw, 50vw" srcset="${src} 640w, ${src}&w=2 1280w, ${src}&w=4 2560w"></picture>`;
      }).join(''),
    ),
    fullPage: onlyRows({ count: 10, heightPx: 400 }),
  },
  {
    name: 'grid-without-end-that-has-images',
    page: documentOf(
      '<style>img{display:block;width:100%;height:300px}#end{height:1px}</style>',
      `<main></main><div id="end"></div><script>${rowColorScript} const hex = (row) => [(row * 37) % 256, (row * 91) % 256, (row * 13 + 50) % 256].map((part) => part.toString(16).padStart(2, '0')).join('');
      let count = 0; const main = document.querySelector('main'); const io = new IntersectionObserver(async ([entry]) => { if (!entry.isIntersecting || count >= 24) return; io.disconnect();
        await fetch('page?from=' + count); for (let i = 0; i < 4; i += 1, count += 1) { const image = document.createElement('img'); image.loading = 'lazy'; image.src = '/color/' + hex(count) + '.png?ms=80'; main.append(image); }
        io.observe(document.querySelector('#end')); }, { rootMargin: '200px' }); io.observe(document.querySelector('#end'));</script>`,
    ),
    routes: { page: { delayMs: 80 } },
    fullPage: { heightPx: 7201, probes: rowProbes({ count: 24, heightPx: 300 }) },
  },
  {
    name: 'button-that-loads-more-when-seen',
    page: documentOf(
      '<style>button{display:block;width:100%;height:100px;border:0;background:#dddddd}</style>',
      `<main>${rows({ count: 10, heightPx: 100 })}</main><button>More</button><script>${rowColorScript} let count = 10; let isLoading = false; const button = document.querySelector('button');
      button.onclick = async () => { if (isLoading) return; isLoading = true; await fetch('more'); isLoading = false; for (let i = 0; i < 10; i += 1, count += 1) { const row = document.createElement('div');
        row.style = 'height:100px;background:' + rowColor(count); document.querySelector('main').append(row); } if (count >= 30) button.remove(); };
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) button.click(); }).observe(button);
      const watch = setInterval(() => { if (!button.isConnected) return clearInterval(watch); if (button.getBoundingClientRect().top < innerHeight) button.click(); }, 400);</script>`,
    ),
    routes: { more: { delayMs: 150 } },
    fullPage: onlyRows({ count: 30, heightPx: 100 }),
  },
  {
    name: 'reveal-by-a-view-timeline-from-a-hidden-style',
    page: documentOf(
      `<style>@keyframes in{to{opacity:1;transform:none}}section{height:500px}section>div{height:500px;opacity:0;transform:scale(.5);animation:in linear forwards;animation-timeline:view();animation-range:entry 10% cover 40%}</style>`,
      Array.from(
        { length: 8 },
        (_, row) => `<section><div style="background:${rowColor(row)}"></div></section>`,
      ).join(''),
    ),
    fullPage: onlyRows({ count: 8, heightPx: 500 }),
  },
  {
    name: 'view-timeline-that-hides-what-leaves',
    page: documentOf(
      `<style>@keyframes pass{0%{opacity:0}30%,70%{opacity:1}100%{opacity:0}}section{height:500px}section>div{height:500px;animation:pass linear both;animation-timeline:view()}</style>`,
      Array.from(
        { length: 8 },
        (_, row) => `<section><div style="background:${rowColor(row)}"></div></section>`,
      ).join(''),
    ),
    fullPage: { heightPx: 4000, probes: rowProbes({ count: 8, heightPx: 500 }).slice(2, 6) },
  },
  {
    name: 'header-that-a-scroll-timeline-shrinks',
    page: documentOf(
      `<style>@keyframes shrink{to{height:60px;background:${red}}}header{position:fixed;top:0;left:0;right:0;height:200px;background:${blue};animation:shrink linear forwards;animation-timeline:scroll();animation-range:0 300px}</style>`,
      `<header></header>${long}`,
    ),
    fullPage: {
      heightPx: 3000,
      probes: [area(blue, [0, 10, 1280, 180]), ...rowProbes(tall).slice(2)],
    },
  },
];

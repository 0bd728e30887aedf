import { documentOf, green, type Pattern } from './pattern.ts';
import { inside, reveals } from './motion-pages.ts';

const hidden = '.box{opacity:0;transform:translateY(120px)}.on{opacity:1;transform:none}';
const observe = (
  then: string,
  options = 'threshold: 0.1',
): string => `const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) { ${then} } }, { ${options} });
  boxes.forEach((box) => observer.observe(box));`;

/** Sections that appear when they are scrolled into view. */
export const revealsOnScroll: readonly Pattern[] = [
  reveals(
    'reveal-by-transition',
    `${hidden}.box{transition:.8s}`,
    observe("if (isIntersecting) { target.classList.add('on'); observer.unobserve(target); }"),
  ),
  reveals(
    'reveal-again-and-again',
    `${hidden}.box{transition:.8s}`,
    observe("target.classList.toggle('on', isIntersecting);"),
  ),
  reveals(
    'reveal-with-delays',
    `${hidden}.box{transition:1.2s .4s}`,
    observe("if (isIntersecting) target.classList.add('on');"),
  ),
  reveals(
    'reveal-by-animation',
    '@keyframes in{from{transform:translateX(1300px)}}.box{visibility:hidden}.on{visibility:visible;animation:in 1s backwards}',
    observe("if (isIntersecting) target.classList.add('on');"),
  ),
  reveals(
    'reveal-by-web-animation',
    '.box{opacity:0}',
    observe(`if (isIntersecting) { observer.unobserve(target);
      target.animate([{ opacity: 0, transform: 'scale(.3)' }, { opacity: 1, transform: 'none' }], { duration: 900, fill: 'forwards' }); }`),
  ),
  reveals(
    'reveal-by-frames',
    '.box{opacity:0}',
    observe(`if (isIntersecting) { observer.unobserve(target); const start = performance.now();
      requestAnimationFrame(function next(now) { const share = Math.min(1, Math.max(0, (now - start) / 900));
        target.style.opacity = share; if (share < 1) requestAnimationFrame(next); }); }`),
  ),
  reveals(
    'reveal-by-scroll-listener',
    `${hidden}.box{transition:1s}`,
    `const look = () => boxes.forEach((box) => { const { top, bottom } = box.getBoundingClientRect();
      if (top < innerHeight - 120 && bottom > 0) setTimeout(() => box.classList.add('on'), 400); });
    addEventListener('scroll', look); addEventListener('load', look);`,
  ),
  reveals(
    'reveal-after-throttle',
    `${hidden}.box{transition:.5s}`,
    `let timer; const look = () => { clearTimeout(timer); timer = setTimeout(() => boxes.forEach((box) => {
      if (box.getBoundingClientRect().top < innerHeight) box.classList.add('on'); }), 99); };
    addEventListener('scroll', look, { passive: true }); look();`,
  ),
  reveals(
    'reveal-away-from-the-bottom',
    `${hidden}.box{transition:.5s}`,
    observe("target.classList.toggle('on', isIntersecting);", "rootMargin: '0px 0px -30% 0px'"),
  ),
  reveals(
    'reveal-away-from-both-edges',
    `${hidden}.box{transition:.5s}`,
    observe("target.classList.toggle('on', isIntersecting);", "rootMargin: '-12% 0px'"),
  ),
  reveals(
    'reveal-by-scroll-position-and-back',
    `${hidden}.box{transition:.5s}`,
    `const look = () => boxes.forEach((box) => { const { top, bottom } = box.getBoundingClientRect();
      box.classList.toggle('on', top < innerHeight * 0.75 && bottom > innerHeight * 0.1); });
    for (const type of ['scroll', 'resize']) addEventListener(type, look); look();`,
  ),
  reveals(
    'reveal-by-the-share-of-the-way',
    '.box{opacity:0}',
    `const look = () => boxes.forEach((box) => { const { top } = box.getBoundingClientRect();
      box.style.opacity = Math.min(1, Math.max(0, (innerHeight * 0.9 - top) / (innerHeight * 0.3))); });
    for (const type of ['scroll', 'resize']) addEventListener(type, look); look();`,
  ),
  reveals(
    'reveal-by-frames-each-time',
    '.box{opacity:0}',
    `const shown = new Set();
    ${observe(`if (!isIntersecting) { shown.delete(target); target.style.opacity = 0; continue; }
      shown.add(target); const start = performance.now();
      requestAnimationFrame(function next(now) { const share = Math.min(1, Math.max(0, (now - start) / 1800));
        if (!shown.has(target)) return; target.style.opacity = share; if (share < 1) requestAnimationFrame(next); });`)}`,
  ),
  {
    name: 'reveal-of-a-canvas-each-time',
    page: documentOf(
      '<style>section{height:1500px}canvas{position:absolute;left:100px;top:1600px}</style>',
      `<section></section><section><canvas width="600" height="300"></canvas></section><script>
        const canvas = document.querySelector('canvas'); const context = canvas.getContext('2d');
        new IntersectionObserver(([{ isIntersecting }]) => { canvas.width = 600; if (!isIntersecting) return;
          const start = performance.now(); context.fillStyle = '${green}';
          requestAnimationFrame(function next(now) { const share = Math.min(1, Math.max(0, (now - start) / 900));
            context.fillRect(0, 0, 600 * share, 300); if (share < 1) requestAnimationFrame(next); });
        }).observe(canvas);</script>`,
    ),
    fullPage: { heightPx: 3000, probes: [inside(green, [100, 1600, 600, 300])] },
  },
  reveals(
    'reveal-staggered',
    `.box{display:flex;background:none}.box i{flex:1;background:#2a9d3f;opacity:0;transition:.5s}.on i{opacity:1}
    ${[1, 2, 3, 4].map((n) => `.box i:nth-child(${n}){transition-delay:${n * 0.25}s}`).join('')}`,
    `boxes.forEach((box) => { box.innerHTML = '<i></i><i></i><i></i><i></i>'; });
    ${observe("if (isIntersecting) target.classList.add('on');")}`,
  ),
  ...['play-forwards', 'play-forwards play-backwards'].map((actions) =>
    reveals(
      `reveal-by-a-trigger-to-${actions.replaceAll(' ', '-and-')}`,
      `@keyframes in{from{opacity:0;transform:translateY(80px)}}section{timeline-trigger:--seen view() entry 10% exit 90%;trigger-scope:--seen}
      .box{animation:in .8s both;animation-trigger:--seen ${actions}}`,
      '',
    ),
  ),
];

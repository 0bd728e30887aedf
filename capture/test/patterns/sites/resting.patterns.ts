import { area, blue, documentOf, green, grey, red, type Pattern } from '../pattern.ts';
import { showsBox } from './site-pages.ts';

const count = 6;
const heightPx = 700;
const style = `<style>section{height:${heightPx}px;background:${red}}section.on{background:${green}}</style>`;

/** Sections that a script turns green when a person rests at them. */
function sections(name: string, script: string): Pattern {
  const body = '<section></section>'.repeat(count);
  return {
    name,
    page: documentOf(
      style,
      `${body}<script>const all = [...document.querySelectorAll('section')];${script}</script>`,
    ),
    fullPage: {
      heightPx: count * heightPx,
      probes: [area(green, [0, 0, 1280, count * heightPx])],
    },
  };
}

/** Parts of a page that are shown once a person has stopped scrolling, or has seen them for a time. */
export const resting: readonly Pattern[] = [
  sections(
    'sections-seen-for-1-s',
    `const timers = new Map(); const observer = new IntersectionObserver((entries) => { for (const { target, isIntersecting } of entries)
      if (isIntersecting) timers.set(target, setTimeout(() => { target.className = 'on'; }, 1000)); else clearTimeout(timers.get(target)); });
     all.forEach((section) => observer.observe(section));`,
  ),
  sections(
    'sections-in-view-250-ms-after-the-last-scroll-event',
    `let timer; const check = () => { for (const section of all) { const { top, bottom } = section.getBoundingClientRect();
      if (top < innerHeight && bottom > 0) section.className = 'on'; } };
     addEventListener('scroll', () => { clearTimeout(timer); timer = setTimeout(check, 250); }); check();`,
  ),
  sections(
    'sections-faded-moved-and-cut-by-the-scroll-position',
    `const place = () => { all.forEach((section, index) => { const { style } = section; section.className = 'on';
       const part = Math.min(1, Math.max(0, (innerHeight - section.offsetTop + scrollY) / innerHeight * 2));
       if (index % 3 === 0) style.opacity = part; else if (index % 3 === 1) style.transform = 'translateX(' + (1 - part) * 100 + '%)';
       else style.clipPath = 'inset(0 ' + (1 - part) * 100 + '% 0 0)'; }); };
     document.body.style.overflowX = 'hidden'; addEventListener('scroll', () => requestAnimationFrame(place)); place();`,
  ),
  sections(
    'sections-shown-by-scroll-events-only',
    `const check = () => { for (const section of all) { const { top, bottom } = section.getBoundingClientRect();
      section.className = top < innerHeight && bottom > 0 ? 'on' : ''; } };
     addEventListener('scroll', check); check();`,
  ),
  {
    name: 'links-and-colours-of-the-section-in-view',
    page: documentOf(
      `<style>section{height:900px}body{background:${green};transition:background .3s}a{display:block;height:50px;background:${grey}}a.on{background:${blue}}
       nav{position:fixed;right:0;top:0;width:200px}aside{position:sticky;top:0;float:left;width:200px}</style>`,
      `<nav>${'<a></a>'.repeat(4)}</nav><aside>${'<a></a>'.repeat(4)}</aside>${'<section></section>'.repeat(4)}<script>
      const all = [...document.querySelectorAll('section')]; const select = (list, at) =>
        document.querySelectorAll(list + ' a').forEach((link, index) => { link.className = index === at ? 'on' : ''; });
      const observer = new IntersectionObserver((entries) => { for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue; const at = all.indexOf(target); select('nav', at);
        document.body.style.background = at === 0 ? '' : '${red}'; } }, { rootMargin: '-40% 0px -55%' });
      all.forEach((section) => observer.observe(section));
      const follow = () => select('aside', all.findLastIndex((section) => section.getBoundingClientRect().top <= innerHeight / 3));
      addEventListener('scroll', follow); addEventListener('resize', follow); follow();</script>`,
    ),
    fullPage: {
      heightPx: 3600,
      probes: [
        area(blue, [0, 0, 200, 50]),
        area(grey, [0, 50, 200, 150]),
        area(blue, [1080, 0, 200, 50]),
        area(grey, [1080, 50, 200, 150]),
        area(green, [300, 0, 700, 3600]),
      ],
    },
  },
  showsBox(
    'intro-of-a-page-whose-frames-take-long',
    `<style>#box{background:${green};animation:show 3s linear}@keyframes show{0%,90%{background:${red}}}</style>`,
    // Each frame repeats twice what this machine computes in 200 ms.
    `<div id="box"></div><script>let sum = 0; const work = () => { for (let i = 0; i < 1e5; i += 1) sum += i; };
      let rounds = 0; for (const end = performance.now() + 200; performance.now() < end; rounds += 1) work();
      (function frame() { for (let i = 0; i < rounds * 2; i += 1) work(); requestAnimationFrame(frame); })();</script>`,
  ),
];

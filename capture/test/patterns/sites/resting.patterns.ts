import { area, documentOf, green, red, type Pattern } from '../pattern.ts';

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
];

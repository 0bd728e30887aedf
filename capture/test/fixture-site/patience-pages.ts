import { documentOf } from './html.ts';
import type { PageOf } from './pages.ts';

const red = '<style>body{margin:0;background:#aa0000}img{display:block}</style>';

/** Pages whose end can only be told from their requests. */
export const patiencePages: Readonly<Record<string, PageOf>> = {
  '/script-comes-late': () => documentOf(`${red}<script src="/late-script.js" defer></script>`, ''),
  '/trickling-image': () => documentOf(red, '<img src="/trickle.svg" width="600" height="600">'),
  '/stuck-image': () =>
    documentOf(
      red.replace('#aa0000', '#00aa44'),
      '<img src="/stuck.svg" width="600" height="600">',
    ),
  '/meta-redirects': () =>
    documentOf(`<meta http-equiv="refresh" content="0;url=/to?url=/green">${red}`, ''),
};

import sharp from 'sharp';
import {
  area,
  blue,
  documentOf,
  green,
  red,
  white,
  type Exchange,
  type Pattern,
} from './pattern.ts';
import { heroStyle, inside } from './motion-pages.ts';

const still = { areAnimationsDisabled: true } as const;
const viewport = {
  probes: [inside(green, [100, 100, 400, 300]), area(white, [700, 100, 500, 600])],
};

function stopped(name: string, head: string, body: string): Pattern {
  const page = documentOf(`${heroStyle}<style>#box{background:${green}}</style>${head}`, body);
  return { name, page, options: still, viewport };
}

/** Green for 40 ms, then red for a minute. */
async function sendGif({ res }: Exchange): Promise<void> {
  const frames = [green, red].map((color) => Buffer.from(color.slice(1).repeat(50 * 50), 'hex'));
  const raw = { width: 50, height: 100, channels: 3, pageHeight: 50 } as const;
  const image = sharp(Buffer.concat(frames), { raw }).gif({
    delay: [40, 60_000],
    loop: 0,
    dither: 0,
  });
  res.writeHead(200, { 'content-type': 'image/gif' }).end(await image.toBuffer());
}

const gif = { 'moving.gif': (exchange: Exchange): void => void sendGif(exchange) };

/** Motion in captures whose animations are disabled: what ends is at its end, the rest at its start. */
export const stoppedMotion: readonly Pattern[] = [
  stopped(
    'count-up-disabled',
    '',
    `<div id="box"></div><script>const box = document.querySelector('#box'); const start = performance.now();
    requestAnimationFrame(function next(now) { const share = Math.min(1, Math.max(0, (now - start) / 2000));
      box.style.width = 400 * share + 'px'; if (share < 1) requestAnimationFrame(next); })</script>`,
  ),
  stopped(
    'interval-tween-disabled',
    '',
    `<div id="box"></div><script>const box = document.querySelector('#box'); let n = 0;
    const id = setInterval(() => { n += 1; box.style.width = n * 4 + 'px'; if (n === 100) clearInterval(id); }, 16)</script>`,
  ),
  stopped(
    'svg-animation-disabled',
    '<style>#box{background:none}</style>',
    `<svg id="box" viewBox="0 0 400 300"><rect width="400" height="300" fill="${green}">
    <animate attributeName="width" from="0" to="400" dur="1.5s" fill="freeze"/></rect></svg>`,
  ),
  stopped(
    'endless-svg-animation-disabled',
    '<style>#box{background:none}</style>',
    `<svg id="box" viewBox="0 0 400 300"><rect width="400" height="300" fill="${green}">
    <animate attributeName="width" from="400" to="0" dur="1.3s" repeatCount="indefinite"/></rect></svg>`,
  ),
  stopped(
    'endless-animation-in-shadow-root-disabled',
    '<style>#box{background:none}</style>',
    `<div id="box"></div><script>document.querySelector('#box').attachShadow({ mode: 'closed' }).innerHTML =
      '<style>@keyframes out{to{transform:translateX(700px)}}div{height:300px;background:${green};animation:out 1s infinite}</style><div></div>'</script>`,
  ),
  stopped(
    'endless-web-animation-disabled',
    '',
    `<div id="box"></div><script>document.querySelector('#box').animate([{ transform: 'none' }, { transform: 'translateX(700px)' }],
      { duration: 900, iterations: Infinity })</script>`,
  ),
  stopped(
    'endless-animation-in-frame-disabled',
    '<style>#box{background:none;border:0}</style>',
    '<iframe id="box" src="frame.html"></iframe>',
  ),
  stopped(
    'endless-animation-in-frame-of-other-origin-disabled',
    '<style>#box{background:none;border:0}</style>',
    '<iframe id="box" src="{{other}}/frame.html"></iframe>',
  ),
  stopped(
    'gif-disabled',
    '<style>#box{background:none}</style>',
    '<img id="box" src="moving.gif">',
  ),
  stopped(
    'gif-of-other-origin-disabled',
    '<style>#box{background:none}</style>',
    '<img id="box" src="{{other}}/moving.gif">',
  ),
  stopped(
    'gif-as-background-disabled',
    '<style>#box{background:url(moving.gif) 0 0/100% 100%}</style>',
    '<div id="box"></div>',
  ),
  stopped(
    'gif-in-shadow-root-disabled',
    '<style>#box{background:none}</style>',
    `<div id="box"></div><script>document.querySelector('#box').attachShadow({ mode: 'open' }).innerHTML =
      '<img src="moving.gif" width="400" height="300">'</script>`,
  ),
].map((pattern) => ({
  ...pattern,
  routes: {
    ...gif,
    'frame.html': {
      body: `<!doctype html><style>body{margin:0;background:${blue}}@keyframes out{to{transform:translateX(700px)}}
        div{height:300px;background:${green};animation:out 1s infinite}</style><div></div>`,
    },
  },
}));

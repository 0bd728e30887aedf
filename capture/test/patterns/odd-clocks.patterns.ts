import { green, red, type Pattern } from './pattern.ts';
import { onlyViewport, staysGreen, turnsGreen } from './waiting-pages.ts';

/** Pages that are hard on the page's clock, its task queue or its frames. */
export const oddClocks: readonly Pattern[] = onlyViewport([
  turnsGreen(
    'spin-until-the-clock-moves',
    'await loaded; await pause(400); const now = performance.now(); while (performance.now() === now); done();',
  ),
  turnsGreen(
    'spin-for-600-ms',
    'await loaded; await pause(500); const now = Date.now(); while (Date.now() - now < 600); done();',
  ),
  turnsGreen(
    'idle-callback-uses-its-time',
    `await loaded; await pause(300); requestIdleCallback((deadline) => {
    for (let i = 0; deadline.timeRemaining() > 0 && i < 1e7; i += 1); done(); });`,
  ),
  staysGreen(
    'timer-storm',
    '(function next() { document.title = Math.random(); setTimeout(next, 0); })();',
  ),
  turnsGreen(
    'timer-storm-beside-content',
    '(function next() { setTimeout(next, 0); })(); await loaded; await pause(800); done();',
  ),
  turnsGreen(
    'message-channel-storm',
    `const channel = new MessageChannel(); channel.port1.onmessage = () => channel.port2.postMessage(0);
    channel.port2.postMessage(0); await loaded; await pause(800); done();`,
  ),
  turnsGreen(
    'post-message-storm',
    "onmessage = () => postMessage(0, '*'); postMessage(0, '*'); await loaded; await pause(600); done();",
  ),
  turnsGreen(
    'busy-interval',
    `let sum = 0; setInterval(() => { for (let i = 0; i < 2e6; i += 1) sum += Math.sqrt(i); }, 16);
    await loaded; await pause(800); done();`,
  ),
  turnsGreen(
    'heavy-canvas',
    `const context = document.querySelector('canvas').getContext('2d');
    (function next() { for (let i = 0; i < 8000; i += 1) { context.fillStyle = 'hsl(' + (i % 360) + ' 50% 50%)';
      context.fillRect(Math.random() * 10, 790 + Math.random() * 10, 5, 5); } requestAnimationFrame(next); })();
    await loaded; await pause(800); done();`,
    {
      body: '<canvas width="10" height="10" style="display:block;position:absolute;left:2000px"></canvas>',
    },
  ),
  turnsGreen(
    'timeout-of-a-request',
    `await loaded; fetch('data', { signal: AbortSignal.timeout(2400) }).then(done, () => show('blue'));`,
    { routes: { data: { delayMs: 700 } } },
  ),
  turnsGreen(
    'race-of-request-and-timer',
    `await loaded; show(await Promise.race([get('data').then(() => '${green}'), pause(2400).then(() => 'blue')]));`,
    { routes: { data: { delayMs: 700 } } },
  ),
  turnsGreen(
    'date-that-is-overridden',
    'Date.now = () => 0; performance.now = () => 0; await loaded; await pause(700); done();',
  ),
  turnsGreen(
    'frames-that-are-overridden',
    `const real = requestAnimationFrame; window.requestAnimationFrame = () => 0; document.getAnimations = () => { throw 1; };
    await loaded; await pause(500); real(() => done());`,
  ),
  turnsGreen(
    'canvas-of-a-worker',
    `const canvas = document.querySelector('canvas').transferControlToOffscreen();
    new Worker('worker.js').postMessage(canvas, [canvas]);`,
    {
      body: '<canvas width="1280" height="800" style="display:block"></canvas>',
      routes: {
        'worker.js': {
          body: `onmessage = ({ data }) => { const context = data.getContext('2d'); let n = 0;
          (function next() { n += 1; context.fillStyle = '${green}'; context.fillRect(0, 0, n * 64, 800);
            if (n < 20) requestAnimationFrame(next); })(); };`,
        },
      },
    },
  ),
  staysGreen(
    'canvas-of-a-worker-without-an-end',
    `const canvas = document.querySelector('canvas').transferControlToOffscreen();
    new Worker('worker.js').postMessage(canvas, [canvas]);`,
    {
      body: '<canvas width="10" height="10" style="position:absolute;left:1260px;top:780px;visibility:hidden"></canvas>',
      routes: {
        'worker.js': {
          body: `onmessage = ({ data }) => { const context = data.getContext('2d');
          (function next() { context.fillStyle = '${red}'; context.fillRect(0, 0, 10, 10); requestAnimationFrame(next); })(); };`,
        },
      },
    },
  ),
  staysGreen('worker-that-spins', "new Worker('worker.js');", {
    routes: { 'worker.js': { body: 'for (;;);' } },
  }),
]);

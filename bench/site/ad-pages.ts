/** Loopback addresses of the fixture site that stand for hosts of other owners, by their kind. */
export const thirdParties = {
  ads: ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'],
  trackers: ['127.0.0.6'],
} as const;

const slots = 12;
const bidsPerSlot = 5;
/** Latency of each kind of request. Units: ms. */
const delays = { script: 150, bid: 100, frame: 120, image: 80, beacon: 100 } as const;
/** Time for which each advertisement keeps its process busy. Unit: ms. */
const busyMs = 20;

/**
 * Returns an article with 12 advertisements and three trackers, which other hosts serve. Each
 * advertisement is a script that waits for five bids, then adds a frame with three images.
 */
export function adPage(port: number): string {
  const originOf = (kind: keyof typeof thirdParties, index: number) =>
    `http://${thirdParties[kind][index % thirdParties[kind].length]}:${port}`;
  const slot = (index: number) =>
    `<section><h2>Part ${index + 1}</h2><img src="/image/photo-${index % 7}.jpg" width="320" height="200"><p>${'The text of the article. '.repeat(20)}</p></section><div class="slot" id="slot-${index}"></div><script async src="${originOf('ads', index)}/ad.js?slot=${index}&delay=${delays.script}&tag=ads"></script>`;
  const tracker = (index: number) =>
    `<script async src="${originOf('trackers', index)}/tracker.js?id=${index}&delay=${delays.script}&tag=trackers"></script>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>ads</title><style>body{font:16px sans-serif;margin:0 auto;width:760px}section img{float:left;margin-right:12px}section{overflow:hidden}.slot iframe{border:0;width:728px;height:90px}</style>${[0, 1, 2].map(tracker).join('')}</head><body><h1>An article paid by advertisements</h1>${Array.from({ length: slots }, (_, index) => slot(index)).join('')}</body></html>`;
}

/** Returns the script of an advertisement. */
export function adScript(): string {
  return `(async () => {
    const { origin, searchParams } = new URL(document.currentScript.src);
    const slot = searchParams.get('slot');
    const bid = (index) => fetch(origin + '/bid?slot=' + slot + '&bid=' + index + '&delay=${delays.bid}&tag=ads', { mode: 'no-cors' });
    await Promise.all(Array.from({ length: ${bidsPerSlot} }, (_, index) => bid(index)));
    const frame = document.createElement('iframe');
    frame.src = origin + '/ad-frame?slot=' + slot + '&delay=${delays.frame}&tag=ads';
    document.getElementById('slot-' + slot).append(frame);
  })();`;
}

/** Returns the frame of an advertisement. */
export function adFrame(): string {
  const images = [7, 8, 9].map(
    (index) =>
      `<img src="/image/drawing-${index}.png?delay=${delays.image}&tag=ads" width="140" height="90">`,
  );
  return `<!doctype html><body style="margin:0;background:#fe9"><script>const end = performance.now() + ${busyMs}; while (performance.now() < end);</script>${images.join('')}`;
}

/** Returns the script of a tracker, which sends a beacon at once and one after the load. */
export function trackerScript(): string {
  return `(() => {
    const { origin } = new URL(document.currentScript.src);
    const send = (event) => fetch(origin + '/bid?event=' + event + '&delay=${delays.beacon}&tag=trackers', { mode: 'no-cors' });
    send('start');
    addEventListener('load', () => send('load'));
  })();`;
}

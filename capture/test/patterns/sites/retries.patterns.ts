import type { Exchange, Pattern, Route } from '../pattern.ts';
import { onlyViewport, staysGreen } from '../waiting-pages.ts';
import { fillsCards } from './site-pages.ts';

const job = 'const job = crypto.randomUUID();';

/** Responds to the `count`th request for the same job, and to those before with an error, or not at all for status 0. */
function failsUntil(count: number, status: number): Route {
  const asked = new Map<string, number>();
  return ({ res, url }: Exchange): void => {
    const times = (asked.get(url.search) ?? 0) + 1;
    asked.set(url.search, times);
    if (times >= count) res.end('x');
    else if (status === 0) res.destroy();
    else res.writeHead(status, { 'retry-after': '3' }).end();
  };
}

/** Responds with an error until this long after the first request for the same job. */
function failsFor(ms: number): Route {
  const started = new Map<string, number>();
  return ({ res, url }: Exchange): void => {
    const nowMs = performance.now();
    const startedMs = started.get(url.search) ?? nowMs;
    started.set(url.search, startedMs);
    res.writeHead(nowMs - startedMs < ms ? 503 : 200).end();
  };
}

/** A page of cards that asks again after `pauseMs`, an expression of the number of failures `n`. */
function retries(name: string, pauseMs: string, flaky: Route): Pattern {
  const script = `${job} for (let n = 0; n < 10; n += 1) {
    const response = await fetch('flaky?job=' + job).catch(() => undefined);
    if (response?.ok) { fillAll(); break; }
    await pause(${pauseMs}); }`;
  return fillsCards(name, { count: 3, script, routes: { flaky } });
}

/** Content behind requests that fail at first, and failures that bring none. */
export const requestRetries: readonly Pattern[] = onlyViewport([
  retries('retry-with-backoff-five-times', '200 * 2 ** n', failsUntil(6, 503)),
  retries('retry-with-the-delays-of-a-query-library', '1000 * 2 ** n', failsUntil(4, 500)),
  retries('retry-after-lost-connections', '300 * 2 ** n', failsUntil(4, 0)),
  retries(
    'retry-when-the-server-says',
    "response.headers.get('retry-after') * 1000",
    failsUntil(3, 429),
  ),
  retries('retry-until-the-server-has-started', '1000 * 2 ** n', failsFor(4_000)),
  retries('retry-after-a-long-pause', '10_000', failsUntil(2, 503)),
  fillsCards('retry-by-request-objects', {
    count: 3,
    script: `${job} let n = 0; const ask = () => { const request = new XMLHttpRequest(); request.open('POST', 'flaky?job=' + job);
      request.onloadend = () => { if (request.status === 200) fillAll(); else if (n++ < 6) setTimeout(ask, 500 * n); };
      request.send('{}'); }; ask();`,
    routes: { flaky: failsUntil(6, 502) },
  }),
  staysGreen(
    'carousel-beside-a-request-that-fails-once',
    `setTimeout(late, 5000); await fetch('down');`,
    {
      routes: { down: { status: 500, delayMs: 300 } },
    },
  ),
  staysGreen(
    'carousel-beside-a-request-that-fails-for-ever',
    `setTimeout(late, 4000); for (;;) { await fetch('down'); await pause(300); }`,
    { routes: { down: { status: 503 } } },
  ),
]);

import { expect, test } from 'vitest';
import { specOf, useEngine } from './engine-fixture.ts';

const fixture = useEngine({ navigationTimeoutMs: 30_000 });

/** Starts a capture and returns a function that ends it. */
function start(path: string): () => Promise<unknown> {
  const { engine, site } = fixture;
  const ending = new AbortController();
  const spec = specOf(`${site.origin}${path}`);
  const captured = engine.capture(spec, { owner: 'test', signal: ending.signal });
  return () => {
    ending.abort();
    return captured;
  };
}

const use = () => {
  const { running, awaiting } = fixture.engine.stats();
  return { running, awaiting };
};
const hasRequested = (path: string): boolean => fixture.site.seen.some((one) => one.path === path);
const deadline = { timeout: 20_000 };

test('a capture awaits the response of a server that sends none', async () => {
  const end = start('/hang');
  await expect.poll(use, deadline).toEqual({ running: 1, awaiting: 1 });
  await end();
  await expect.poll(use, deadline).toEqual({ running: 0, awaiting: 0 });
});

test('a capture awaits no response while its document loads', async () => {
  const end = start('/hanging-script');
  await expect.poll(() => hasRequested('/hanging-script'), deadline).toBe(true);
  await expect.poll(use, deadline).toEqual({ running: 1, awaiting: 0 });
  await end();
});

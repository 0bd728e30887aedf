import { setTimeout as sleep } from 'node:timers/promises';
import { claimRejection, createCaptureEngine } from '../src/index.ts';
import { specOf } from './spec-of.ts';

// A minimal server. Its first capture causes two unhandled rejections; then it captures again, and
// at the end a rejection outside the engine ends it with code 3.
process.on('unhandledRejection', (reason) => {
  if (!claimRejection(reason)) process.exit(3);
});
const engine = await createCaptureEngine({ concurrency: 2, allowPrivateTargets: [] });
const spec = { ...specOf('about:blank'), source: { kind: 'html', html: '<p>one' } } as const;
/** The engine reads this property in the middle of each attempt. */
const faultySpec = {
  ...spec,
  get delayMs() {
    Promise.withResolvers().reject(new Error('a mistake in the engine'));
    return 0;
  },
};
const results = await Promise.all([
  engine.capture(faultySpec, { owner: 'test' }),
  engine.capture(spec, { owner: 'test' }),
]);
const next = await engine.capture(spec, { owner: 'test' });
// A slot is free once the browser context has been disposed, which is after the result.
while (engine.stats().running > 0) await sleep(10);
const { unexpectedErrors } = engine.stats();
console.log(
  JSON.stringify({
    first: results.map((result) => (result.ok ? 'ok' : `${result.reason}: ${result.detail}`)),
    next: next.ok,
    unexpectedErrors,
  }),
);
await engine.close();
Promise.withResolvers().reject(new Error('a mistake elsewhere'));

import { expect, test } from 'vitest';
import { createCaptureEngine } from '../../src/index.ts';
import { capturePattern } from './check-pattern.ts';
import { startPatternServer } from './pattern-server.ts';
import { sites } from './sites.patterns.ts';

test('a video counts as loading until its first frame is decoded', async () => {
  const pattern = sites.patterns.find(({ name }) => name === 'video-inserted-after-a-request');
  if (pattern === undefined) throw new Error('The group has no such pattern.');
  const server = await startPatternServer([sites]);
  const allowPrivateTargets = [`127.0.0.1:${server.port}`];
  const engine = await createCaptureEngine({ concurrency: 1, allowPrivateTargets });
  try {
    const url = server.urlOf(sites, pattern);
    const { report } = await capturePattern({ engine, url, pattern, mode: 'viewport' });
    const changes = report.waiting.waitedFor.find(({ reason }) => reason === 'changes');
    // One round follows the change that the frame makes. A second would begin before the frame.
    expect(changes?.clockMs).toBeLessThan(100);
  } finally {
    await engine.close();
    await server.close();
  }
});

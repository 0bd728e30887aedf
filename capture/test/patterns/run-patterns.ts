import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCaptureEngine,
  type CaptureEngine,
  type CaptureEngineOptions,
} from '../../src/index.ts';
import { capturePattern, findingsOf } from './check-pattern.ts';
import { modesOf, type PatternGroup } from './pattern.ts';
import { startPatternServer, type PatternServer } from './pattern-server.ts';

/**
 * Captures of an engine at a time. Half of them may be full pages; most of the time they wait for
 * the fixture server.
 */
const concurrency = 8;

/** Time for a screenshot, because the images have to be right on a slow machine as well. */
const screenshotTimeoutMs = 90_000;

/** Registers a test for each pattern of the group and each of its modes. */
export function testPatterns(
  group: PatternGroup,
  limits: CaptureEngineOptions['limits'] = {},
): void {
  let server: PatternServer;
  let engine: CaptureEngine;
  beforeAll(async () => {
    server = await startPatternServer([group]);
    const allowPrivateTargets = [`127.0.0.1:${server.port}`, `localhost:${server.port}`];
    engine = await createCaptureEngine({
      concurrency,
      allowPrivateTargets,
      limits: { screenshotTimeoutMs, ...limits },
    });
  });
  afterAll(async () => {
    await engine.close();
    await server.close();
  });
  for (const pattern of group.patterns) {
    for (const mode of modesOf(pattern)) {
      test.concurrent(`${pattern.name}, ${mode}`, async () => {
        const url = server.urlOf(group, pattern);
        const result = await capturePattern({ engine, url, pattern, mode });
        expect(await findingsOf(result, pattern, mode)).toEqual([]);
      });
    }
  }
}

import { afterAll, beforeAll } from 'vitest';
import { createCaptureEngine } from '../src/index.ts';
import type { CaptureEngine, CaptureEngineOptions, CaptureResult } from '../src/index.ts';
import { specOf, type SpecPart } from './spec-of.ts';
import { startFixtureSite, type FixtureSite } from './fixture-site/site.ts';
import { decode, type Pixels } from './pixels.ts';

export { specOf, type SpecPart } from './spec-of.ts';

/**
 * A separate engine and site for a test file, started before its tests and closed after them. One capture runs at a
 * time unless the options say otherwise.
 */
export interface EngineFixture {
  readonly engine: CaptureEngine;
  readonly site: FixtureSite;
  /** Captures a path of the site, or a URL. */
  capture(target: string, part?: SpecPart): Promise<CaptureResult>;
  /** Captures and decodes the image; fails the test if there is none. */
  render(target: string, part?: SpecPart): Promise<Rendering>;
}

/** Pixels of an image, with the result of its capture. */
export interface Rendering extends Pixels {
  readonly result: Extract<CaptureResult, { ok: true }>;
}

/** Registers the fixture in the calling test file. */
export function useEngine(
  limits: CaptureEngineOptions['limits'] = {},
  options: Partial<CaptureEngineOptions> = {},
): EngineFixture {
  let engine: CaptureEngine;
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
    const allowPrivateTargets = [`127.0.0.1:${site.port}`, `localhost:${site.port}`];
    engine = await createCaptureEngine({ concurrency: 1, allowPrivateTargets, limits, ...options });
  });
  afterAll(async () => {
    await engine.close();
    await site.close();
  });
  const capture: EngineFixture['capture'] = (target, part) => {
    const url = target.startsWith('/') ? site.origin + target : target;
    return engine.capture(specOf(url, part), { owner: 'test' });
  };
  return {
    get engine() {
      return engine;
    },
    get site() {
      return site;
    },
    capture,
    async render(target, part) {
      const result = await capture(target, part);
      if (!result.ok) throw new Error(`${target}: ${result.reason}: ${result.detail}`);
      return { ...(await decode(result.image.bytes)), result };
    },
  };
}

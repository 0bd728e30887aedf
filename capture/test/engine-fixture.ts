import { afterAll, beforeAll } from 'vitest';
import { createCaptureEngine } from '../src/index.ts';
import type { CaptureEngine, CaptureEngineOptions, CaptureResult } from '../src/index.ts';
import { specOf, type SpecPart } from './spec-of.ts';
import { startFixtureSite, type FixtureSite } from './fixture-site/site.ts';
import { decode, type Pixels } from './pixels.ts';

export { specOf, type SpecPart } from './spec-of.ts';

/** An engine and a site of the test file's own, started before its tests and closed after them. */
export interface EngineFixture {
  readonly engine: CaptureEngine;
  readonly site: FixtureSite;
  /** Captures a path of the site, or an address. */
  capture(address: string, part?: SpecPart): Promise<CaptureResult>;
  /** As `capture`, decoded; fails the test when there is no picture. */
  render(address: string, part?: SpecPart): Promise<Drawn>;
}

/** A picture's pixels with the result they came in. */
export interface Drawn extends Pixels {
  readonly result: Extract<CaptureResult, { ok: true }>;
}

/** Registers the fixture for the test file that calls it. */
export function useEngine(
  limits: CaptureEngineOptions['limits'] = {},
  options: Partial<CaptureEngineOptions> = {},
): EngineFixture {
  let engine: CaptureEngine;
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
    const allowPrivateTargets = [`127.0.0.1:${site.port}`, `localhost:${site.port}`];
    engine = await createCaptureEngine({ concurrency: 2, allowPrivateTargets, limits, ...options });
  });
  afterAll(async () => {
    await engine.close();
    await site.close();
  });
  const capture: EngineFixture['capture'] = (address, part) => {
    const url = address.startsWith('/') ? site.origin + address : address;
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
    async render(address, part) {
      const result = await capture(address, part);
      if (!result.ok) throw new Error(`${address}: ${result.reason}: ${result.detail}`);
      return { ...(await decode(result.image.bytes)), result };
    },
  };
}

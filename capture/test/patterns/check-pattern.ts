import type { CaptureEngine, CaptureResult } from '../../src/index.ts';
import { decode, rgb, type Pixels } from '../pixels.ts';
import { specOf } from '../spec-of.ts';
import type { Expectation, Pattern, PatternMode } from './pattern.ts';

/** Distance of sampled pixels in an area. */
const samplePx = 20;

/** A pattern to capture in one mode. */
export interface PatternRun {
  readonly engine: CaptureEngine;
  readonly url: string;
  readonly pattern: Pattern;
  readonly mode: PatternMode;
}

/** Captures a pattern. */
export function capturePattern({ engine, url, pattern, mode }: PatternRun): Promise<CaptureResult> {
  const { deviceScaleFactor = 1, viewport, ...options } = pattern.options ?? {};
  const isFullPage = mode === 'fullPage';
  const spec = specOf(url, {
    ...options,
    isFullPage,
    viewport: { deviceScaleFactor, ...viewport },
  });
  return engine.capture(spec, { owner: 'test' });
}

/** Returns the differences of a result from what is expected. */
export async function findingsOf(
  result: CaptureResult,
  pattern: Pattern,
  mode: PatternMode,
): Promise<string[]> {
  const outcome = result.ok ? 'image' : result.reason;
  const wanted = pattern.failure ?? 'image';
  if (outcome !== wanted) return [`${outcome} instead of ${wanted}`];
  if (!result.ok) return [];
  const expected = pattern[mode] ?? { probes: [] };
  const image = await decode(result.image.bytes);
  return compare(image, expected, scaleOf(pattern));
}

function scaleOf({ options = {} }: Pattern): number {
  return options.viewport?.deviceScaleFactor ?? options.deviceScaleFactor ?? 1;
}

/** Returns the differences of an image from what is expected. */
function compare(image: Pixels, expected: Expectation, scale: number): string[] {
  const heightPx = Math.round(image.heightPx / scale);
  const widthPx = Math.round(image.widthPx / scale);
  const findings: string[] = [];
  if (expected.widthPx !== undefined && widthPx !== expected.widthPx)
    findings.push(`${widthPx} px wide instead of ${expected.widthPx}`);
  if (expected.heightPx !== undefined && heightPx !== expected.heightPx)
    findings.push(`${heightPx} px high instead of ${expected.heightPx}`);
  if (expected.minHeightPx !== undefined && heightPx < expected.minHeightPx)
    findings.push(`${heightPx} px high, less than ${expected.minHeightPx}`);
  for (const { x, y, width, height, color } of expected.probes) {
    const wrong = samples(x, width).flatMap((column) =>
      samples(y, height).filter(
        (row) => String(image.at(column * scale, row * scale)) !== String(rgb(color)),
      ),
    );
    const [first] = wrong;
    if (first !== undefined)
      findings.push(
        `${wrong.length} pixels of ${[x, y, width, height].join()} are not ${color}, at y ${first}: ${image.at(x * scale, first * scale).join()}`,
      );
  }
  return findings;
}

function samples(start: number, length: number): number[] {
  const count = Math.max(1, Math.floor(length / samplePx));
  return Array.from(
    { length: count },
    (_, index) => start + Math.floor(((index + 0.5) * length) / count),
  );
}

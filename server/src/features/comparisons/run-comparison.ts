import { AppError } from '../../shared/app-error.ts';
import {
  createImageQueue,
  createImageWork,
  type ImageQueue,
  type RunImageWork,
} from '../../shared/image-process.ts';
import type { ImageDifference, ImagePair } from './compare-images.ts';

/** Limits of the comparisons of this process. Unit: ms. */
interface RunLimits {
  /** Time of one comparison. */
  readonly timeLimitMs: number;
  /** Time that a comparison waits for those before it. */
  readonly waitMs: number;
}

/** Runs a comparison in a process of its own. Throws `queue_full` and `comparison_timeout`. */
export type RunComparison = RunImageWork<ImagePair, ImageDifference>;

/** Creates a {@link RunComparison}. `queue`: shared with other work on large images. */
export function createRunComparison(
  limits: RunLimits,
  queue: ImageQueue = createImageQueue(),
): RunComparison {
  const file = new URL('comparison-process.ts', import.meta.url);
  return createImageWork({ ...limits, file, busy, timedOut }, queue);
}

function busy(): AppError {
  return new AppError({
    code: 'queue_full',
    message: 'Too many comparisons are running. Try again in a moment.',
    retryAfterSeconds: 5,
  });
}

function timedOut(): AppError {
  return new AppError({
    code: 'comparison_timeout',
    message: 'The images could not be compared in time. Compare smaller ones, or try again.',
    retryAfterSeconds: 5,
  });
}

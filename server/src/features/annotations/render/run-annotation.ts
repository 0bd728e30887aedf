import { AppError } from '../../../shared/app-error.ts';
import {
  createImageWork,
  type ImageQueue,
  type RunImageWork,
} from '../../../shared/image-process.ts';
import type { AnnotationInput, AnnotationResult } from './annotate-image.ts';

/** Renders an annotated copy in a process of its own. Throws `queue_full` and `annotation_timeout`. */
export type RunAnnotation = RunImageWork<AnnotationInput, AnnotationResult>;

/** Creates a {@link RunAnnotation}. Times in ms; `queue` is shared with other work on large images. */
export function createRunAnnotation(
  limits: { readonly timeLimitMs: number; readonly waitMs: number },
  queue: ImageQueue,
): RunAnnotation {
  const file = new URL('annotation-process.ts', import.meta.url);
  return createImageWork({ ...limits, file, busy, timedOut }, queue);
}

function busy(): AppError {
  return new AppError({
    code: 'queue_full',
    message: 'Too many images are being annotated. Try again in a moment.',
    retryAfterSeconds: 5,
  });
}

function timedOut(): AppError {
  return new AppError({
    code: 'annotation_timeout',
    message: 'The copy could not be finished in time. Crop the image, or try again.',
    retryAfterSeconds: 5,
  });
}

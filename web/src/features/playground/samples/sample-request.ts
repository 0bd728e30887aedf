import type { CaptureRequestBody } from '@shotwright/contract/capture-options';
import { outputFormats } from '@shotwright/contract/paths';
import { capturePaths } from '../form/capture-request.ts';

/** Request sent by every code sample, and the file it writes. */
export interface SampleRequest {
  /** Absolute URL. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly body: Readonly<Record<string, string | number>>;
  readonly fileName: string;
}

/**
 * Returns the request of a sample. The response is the image itself, so that one call produces a
 * file.
 */
export function sampleRequestOf(input: {
  readonly payload: CaptureRequestBody;
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
  readonly apiKey: string;
}): SampleRequest {
  const { payload, origin, apiKey } = input;
  const path = payload.html === undefined ? capturePaths.url : capturePaths.html;
  return {
    endpoint: `${origin}${path}`,
    apiKey,
    body: { ...payload, response_type: 'image' },
    fileName: `shot.${outputFormats[payload.file_type ?? 'png'].extension}`,
  };
}

/** Formats the body as multi-line JSON; lines after the first are indented by `indent` spaces. */
export function prettyBody(request: SampleRequest, indent = 0): string {
  return JSON.stringify(request.body, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}

import { capturePaths, type CapturePayload } from '../capture-request.ts';

/** What every code sample sends, and the file it writes. */
export interface SampleRequest {
  /** Absolute. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly body: Readonly<Record<string, string | number>>;
  readonly fileName: string;
}

/** A capture as a sample sends it: the picture itself is the answer, so that one call gives a file. */
export function sampleRequestOf(input: {
  readonly payload: CapturePayload;
  /** Scheme and host, without a slash at the end. */
  readonly origin: string;
  readonly apiKey: string;
}): SampleRequest {
  const { payload, origin, apiKey } = input;
  const path = payload.html === undefined ? capturePaths.url : capturePaths.html;
  return {
    endpoint: `${origin}${path}`,
    apiKey,
    body: { ...payload, response_type: 'image' },
    fileName: payload.file_type === 'jpeg' ? 'shot.jpg' : 'shot.png',
  };
}

/** The body as JSON on several lines, its further lines indented by `indent` spaces. */
export function prettyBody(request: SampleRequest, indent = 0): string {
  return JSON.stringify(request.body, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}

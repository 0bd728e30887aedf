import type { Endpoint } from '@shotwright/contract';

const mebibyte = 1024 * 1024;
/** HTML of 2 MiB grows when it is encoded as JSON. */
const captureBodyBytes = 3.5 * mebibyte;
const bodyBytes = mebibyte / 2;

/** Returns the maximum body size of an endpoint. Unit: bytes. */
export function bodyLimitOf({ body }: Endpoint): number {
  const isCapture = body !== undefined && 'shape' in body && hasInjection(body.shape);
  return isCapture ? captureBodyBytes : bodyBytes;
}

function hasInjection(shape: unknown): boolean {
  return typeof shape === 'object' && shape !== null && 'inject_js' in shape;
}

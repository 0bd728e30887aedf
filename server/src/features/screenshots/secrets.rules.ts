import type { CaptureSecrets } from './capture-request.rules.ts';

/** Under which purpose of the key ring a capture's secrets are sealed; the context is the screenshot's id. */
export const secretsPurpose = 'capture-secrets';

/** Reads secrets that this product sealed itself: the seal vouches for their shape. */
export function parseSecrets(text: string): CaptureSecrets {
  const secrets: CaptureSecrets = JSON.parse(text);
  return secrets;
}

import type { CaptureSecrets } from './capture-request.rules.ts';

/** Key ring purpose of a capture's secrets; the encryption context is the screenshot's id. */
export const secretsPurpose = 'capture-secrets';

/**
 * Parses decrypted secrets. Encryption is authenticated, so they have the shape this product wrote.
 */
export function parseSecrets(text: string): CaptureSecrets {
  const secrets: CaptureSecrets = JSON.parse(text);
  return secrets;
}

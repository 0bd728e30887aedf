import { readPublicUrl, type CheckUrl } from '../../../shared/public-url.ts';

/** Field of a webhook's URL, and the sentence that follows the reason why it is not allowed. */
export const webhookUrlField = {
  path: 'webhookUrl',
  policyAdvice: 'Webhooks can be sent only to public addresses.',
} as const;

/**
 * Returns the normalised URL of a webhook. Throws `invalid_url` or `unsupported_scheme` (400), or
 * `url_not_allowed` (403) for a private IP in any spelling.
 */
export function readWebhookUrl(
  text: string,
  checkUrl: CheckUrl,
  path: string = webhookUrlField.path,
): string {
  const url = readPublicUrl(text, {
    ...webhookUrlField,
    path,
    example: 'https://example.com/webhooks',
    credentialsAdvice: 'verify the signature of the webhook instead',
    checkUrl,
  });
  url.hash = '';
  return url.href;
}

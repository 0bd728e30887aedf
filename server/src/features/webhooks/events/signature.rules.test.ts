import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, webhookHeaders } from './signature.rules.ts';

const message = { id: 'msg_1', at: new Date(), body: '{"type":"webhook.test","data":{"é":"\\n"}}' };

test('[WH-9] a signature passes the Standard Webhooks verifier, and a changed byte does not', () => {
  const secret = newWebhookSecret();
  const headers = webhookHeaders({ ...message, secrets: [secret] });
  const verifier = new Verifier(secret);
  expect(verifier.verify(message.body, headers)).toEqual(JSON.parse(message.body));
  expect(() => verifier.verify(message.body.replace('test', 'tost'), headers)).toThrow(
    'No matching signature found',
  );
  expect(() => verifier.verify(message.body, { ...headers, 'webhook-id': 'msg_2' })).toThrow(
    'No matching signature found',
  );
  const later = String(Number(headers['webhook-timestamp']) + 1);
  expect(() => verifier.verify(message.body, { ...headers, 'webhook-timestamp': later })).toThrow(
    'No matching signature found',
  );
  expect(() => new Verifier(newWebhookSecret()).verify(message.body, headers)).toThrow(
    'No matching signature found',
  );
});

test('[WH-9] a signature is valid under the old and the new secret while they overlap', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const headers = webhookHeaders({ ...message, secrets });
  for (const secret of secrets) {
    expect(new Verifier(secret).verify(message.body, headers)).toBeTruthy();
  }
});

test('[WH-9] a secret is whsec_ and 32 random bytes', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
});

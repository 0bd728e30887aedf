import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { linkVector } from '@shotwright/contract';
import {
  canonicalLink,
  isSignedBy,
  linkPath,
  linkTokenOf,
  pairsOf,
  readLinkToken,
  signLink,
} from './signed-link.rules.ts';

const { secret, canonical, signature } = linkVector;
const pairs = [
  ['url', 'https://example.com/a b?x=1&y=ü'],
  ['key_id', 'k_123'],
  ['full_page', 'true'],
  ['signature', 'any'],
  ['expires', '1800000000'],
  ['cache_ttl', '86400'],
] as const;

test('[DL-10] the published test vector is reproduced, whatever the order of the parameters', () => {
  for (const order of [pairs, pairs.toReversed()]) {
    expect(canonicalLink(linkPath, order)).toBe(canonical);
  }
  expect(signLink(secret, canonical)).toBe(signature);
  expect(isSignedBy(['other', secret], { canonical, signature })).toBe(true);
  expect(isSignedBy(['other'], { canonical, signature })).toBe(false);
  expect(isSignedBy([secret], { canonical, signature: signature.slice(1) })).toBe(false);
});

const python = `
import base64, hashlib, hmac
from urllib.parse import quote
pairs = {"url": "https://example.com/a b?x=1&y=ü", "key_id": "k_123", "full_page": "true", "expires": "1800000000", "cache_ttl": "86400"}
canonical = "/api/v1/take?" + "&".join(sorted(quote(n, safe="") + "=" + quote(v, safe="") for n, v in pairs.items()))
print(base64.urlsafe_b64encode(hmac.new(b"${secret}", canonical.encode(), hashlib.sha256).digest()).rstrip(b"=").decode())`;
const openssl = `printf %s '${canonical}' | openssl dgst -sha256 -hmac ${secret} -binary | openssl base64 | tr '+/' '-_' | tr -d '=\\n'`;

test.each([
  ['python3', ['-c', python]],
  ['sh', ['-c', openssl]],
] as const)('[DL-10] %s computes the same signature where it is installed', (command, args) => {
  const { stdout, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, PYTHONUTF8: '1' },
  });
  if (error !== undefined || stderr.includes('not found')) return;
  expect(stdout.trim()).toBe(signature);
});

test('characters that encoders treat differently have one form', () => {
  expect(canonicalLink('/p', [['a', "!'()*~-._ +/é\u{1f600}"]])).toBe(
    '/p?a=%21%27%28%29%2A~-._%20%2B%2F%C3%A9%F0%9F%98%80',
  );
  const repeated = pairsOf({ b: ['2', '1'], a: 'x' });
  expect(canonicalLink('/p', repeated)).toBe('/p?a=x&b=1&b=2');
});

test('[DL-13] a token is read only in the form that was signed', () => {
  const token = linkTokenOf(secret, pairs);
  const read = readLinkToken(token);
  expect(read && canonicalLink(linkPath, read.pairs)).toBe(canonical);
  expect(read?.signature).toBe(signature);
  const other = Buffer.from('b=1&a=2').toString('base64url');
  for (const wrong of ['', '.', 'a.b', `${token}.x`, `${other}.${signature}`]) {
    expect(readLinkToken(wrong)).toBeUndefined();
  }
});

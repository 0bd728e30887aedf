import { linkEndpoints } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { createOpenLink } from './open-link.service.ts';
import { canonicalLink, linkPath, linkTokenOf, signLink } from './signed-link.rules.ts';

const nowSeconds = 1_800_000_000;
const payer = {
  organizationId: 'one',
  apiKeyId: 1,
  projectId: null,
  isTest: false,
  access: 'full',
} as const;
const signer = { ...payer, secrets: ['new', 'old'] };
const clock = { seconds: nowSeconds, now: () => new Date(clock.seconds * 1_000) };
const openLink = createOpenLink({
  clock,
  completeLink: async () => {
    throw new Error('the link names no setting');
  },
  linkSecrets: { findSigner: async (keyId) => (keyId === 'k_one' ? signer : undefined) },
});

type Query = Record<string, string>;
const given = { url: 'https://example.com/', width: '300', full_page: 'true', key_id: 'k_one' };
const withExpiry = (expires = nowSeconds + 60): Query => ({ ...given, expires: String(expires) });
const sign = (query: Query, secret = 'new', path = linkPath): Query => ({
  ...query,
  signature: signLink(secret, canonicalLink(path, Object.entries(query))),
});
const open = (rawQuery: Query, name?: string) =>
  openLink({
    rawQuery,
    query: linkEndpoints.takeImage.query.parse(rawQuery),
    name,
    caller: null,
  });
const codeOf = (query: Query, name?: string) =>
  open(query, name).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('[DL-11] a link signed with the new or the previous secret is opened', async () => {
  for (const secret of ['new', 'old']) {
    expect(await open(sign(withExpiry(), secret))).toMatchObject({
      payer,
      parameters: { url: given.url, width: 300, full_page: true },
      expires: nowSeconds + 60,
    });
  }
  expect(await codeOf(sign(withExpiry(), 'older'))).toBe('signature_invalid');
  expect(await codeOf(sign(withExpiry(), 'new', `${linkPath}/a.png`), 'a.png')).toBe('opened');
});

test('[DL-11] a link of which anything was changed is not opened', async () => {
  const signed = sign(withExpiry());
  const codes = [];
  for (const [name, value] of Object.entries(signed)) {
    const { [name]: _removed, ...others } = signed;
    const changed = { ...others, [name]: value === 'true' ? 'false' : `${value}1` };
    codes.push([name, await codeOf(others), await codeOf(changed)]);
  }
  const invalid = 'signature_invalid';
  expect(codes).toEqual([
    ...Object.keys(withExpiry()).map((name) => [name, invalid, invalid]),
    ['signature', 'signature_required', invalid],
  ]);
  expect(await codeOf({ ...signed, retina: 'true' })).toBe('signature_invalid');
  expect(await codeOf(signed, 'a.png')).toBe('signature_invalid');
  expect(await codeOf(sign({ ...withExpiry(), key_id: 'k_absent' }))).toBe('signature_invalid');
});

test('[DL-12] a link is valid up to its last second, and for at most 366 days', async () => {
  const codes = [];
  for (const seconds of [nowSeconds + 59, nowSeconds + 60, nowSeconds + 61]) {
    clock.seconds = seconds;
    codes.push(await codeOf(sign(withExpiry())));
  }
  clock.seconds = nowSeconds;
  expect(codes).toEqual(['opened', 'opened', 'link_expired']);
  const longest = nowSeconds + 366 * 86_400;
  expect(await codeOf(sign(withExpiry(longest)))).toBe('opened');
  expect(await codeOf(sign(withExpiry(longest + 1)))).toBe('validation_failed');
  expect(await codeOf(sign({ ...given, expires: 'never' }))).toBe('validation_failed');
  expect(await codeOf(sign(given))).toBe('validation_failed');
  expect(await codeOf({ ...sign(withExpiry(1)), signature: 'forged' })).toBe('signature_invalid');
});

test('[DL-13] a link with a pattern takes its options from the token only', async () => {
  const { url = '', ...fixed } = withExpiry();
  const pairs = Object.entries({ ...fixed, url_pattern: 'https://example.com/*' });
  const link = linkTokenOf('new', pairs);
  expect(await open({ link, url })).toMatchObject({
    parameters: { url, width: 300, full_page: true },
    urlPattern: 'https://example.com/*',
  });
  expect(await codeOf({ link, url, full_page: 'false' })).toBe('link_options_fixed');
  expect(await codeOf({ link, url, retina: 'true' })).toBe('link_options_fixed');
  expect(await codeOf({ link })).toBe('validation_failed');
  expect(await codeOf({ link: `${link}x`, url, retina: 'true' })).toBe('signature_invalid');
  expect(await codeOf({ link: linkTokenOf('foreign', pairs), url })).toBe('signature_invalid');
  expect(await codeOf({ link: linkTokenOf('new', Object.entries(fixed)), url })).toBe(
    'validation_failed',
  );
});

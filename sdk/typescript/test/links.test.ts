import { linkVector } from '@shotwright/contract';
import { expect, inject, test } from 'vitest';
import { createClient, signLink } from '../src/index.ts';

const { url, keys } = inject('product');

test('[DX-9] [DL-10] a link is signed as the published test vector', async () => {
  const { secret, canonical, signature } = linkVector;
  const link = await signLink({
    server: 'https://shots.example.com/',
    keyId: 'k_123',
    secret,
    options: { url: 'https://example.com/a b?x=1&y=ü', full_page: true, cache_ttl: 86_400 },
    expires: new Date(1_800_000_000_000),
  });
  expect(link).toBe(`https://shots.example.com${canonical}&signature=${signature}`);
  const listed = { url: 'https://example.com/', hide_selectors: ["b'!", 'a'], width: undefined };
  const input = { server: 'https://a.b', keyId: 'k', secret, options: listed, name: 'page.png' };
  expect(await signLink(input)).toMatch(
    /^https:\/\/a\.b\/api\/v1\/take\/page\.png\?hide_selectors=a&hide_selectors=b%27%21&key_id=k&url=https%3A%2F%2Fexample\.com%2F&signature=[\w-]{43}$/,
  );
});

test('[DX-9] [PA-8] an estimate names the price and its parts, and charges nothing', async () => {
  const client = createClient({ url, apiKey: keys.typescript });
  const estimate = await client.estimate({ url: 'https://example.com/', full_page: true });
  const parts = estimate.price.reduce((sum, { credits }) => sum + credits, 0);
  expect(parts).toBe(estimate.creditsRequired);
  expect(estimate.creditsRequired).toBeGreaterThan(1);
  expect(await client.estimate({ html: '<p>' })).toMatchObject({ type: 'HTML' });
});

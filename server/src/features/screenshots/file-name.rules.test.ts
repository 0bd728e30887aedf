import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.rules.ts';

const createdAt = new Date('2026-11-21T10:30:05.123Z');

test.for([
  ['https://www.example.com/a/b', 'image/png', 'example.com-20261121-103005.png'],
  ['https://example.com:8443/', 'image/jpeg', 'example.com-20261121-103005.jpg'],
  ['http://[2606:2800::1]/', 'image/png', '2606-2800-1-20261121-103005.png'],
  [null, 'image/png', 'html-20261121-103005.png'],
] as const)('the file of %j as %s is named %s', ([url, contentType, name]) => {
  expect(fileNameOf({ url, createdAt, contentType, options: {} })).toBe(name);
});

test.for([
  ['pricing page', 'pricing page.webp'],
  ['pricing.png', 'pricing.webp'],
  ['v1.2', 'v1.2.webp'],
  [' .webp', 'example.com-20261121-103005.webp'],
] as const)('[CO-A13] the file with the chosen name %j is named %s', ([file_name, name]) => {
  const input = { url: 'https://example.com/', createdAt, contentType: 'image/webp' };
  expect(fileNameOf({ ...input, options: { file_name } })).toBe(name);
});

import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.rules.ts';

const createdAt = new Date('2026-11-21T10:30:05.123Z');

test.for([
  ['https://www.example.com/a/b', 'image/png', 'example.com-20261121-103005.png'],
  ['https://example.com:8443/', 'image/jpeg', 'example.com-20261121-103005.jpg'],
  ['http://[2606:2800::1]/', 'image/png', '2606-2800-1-20261121-103005.png'],
  [null, 'image/png', 'html-20261121-103005.png'],
] as const)('the file of %j as %s is named %s', ([url, contentType, name]) => {
  expect(fileNameOf({ url, createdAt, contentType })).toBe(name);
});

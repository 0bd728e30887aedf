import { expect, test } from 'vitest';
import { isCrossOrigin } from './same-origin.ts';

test.each([
  ['http://shots.example', 'shots.example', 'https://shots.example', true],
  ['https://shots.example', 'shots.example', 'http://shots.example', false],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', 'https://shots.example', false],
  ['http://127.0.0.1:3000', 'shots.example', 'https://shots.example', true],
])(
  'a page at %s that calls host %s of the service %s is cross-origin: %s',
  (...[origin, host, publicOrigin, expected]) => {
    expect(isCrossOrigin({ origin, host }, publicOrigin)).toBe(expected);
  },
);

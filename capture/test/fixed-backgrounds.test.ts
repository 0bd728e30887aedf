import { expect, test } from 'vitest';
import { placeBackground } from '../src/page/screenshot/fixed-backgrounds.ts';

const area = [1000, 800] as const;
const url = 'https://a.example/x,(1).png';
const background = {
  index: 3,
  image: `url("${url}")`,
  size: 'auto',
  position: '0% 0%',
  leftPx: 0,
  topPx: 0,
  borders: [0, 0],
  naturalSizes: { [url]: [500, 200] },
} as const;

test.each([
  ['auto', '500px 200px'],
  ['cover', '2000px 800px'],
  ['contain', '1000px 400px'],
  ['50%', '500px 200px'],
  ['auto 50%', '1000px 400px'],
  ['calc(100% - 200px) 100px', '800px 100px'],
])('the size %s refers to the viewport', (size, expected) => {
  expect(placeBackground({ ...background, size }, area)).toEqual([3, expected, '0px 0px']);
});

test.each([
  ['50% 50%', '150px 0px'],
  ['100% 0px', '400px -300px'],
  ['calc(100% - 20px) calc(100% - 30px)', '380px 270px'],
  ['-10px 25.5px', '-110px -274.5px'],
])('the position %s is relative to the element', (position, expected) => {
  const place = { leftPx: 90, topPx: 280, borders: [10, 20] } as const;
  const placed = placeBackground({ ...background, ...place, position }, area);
  expect(placed).toEqual([3, '500px 200px', expected]);
});

test('each layer has its own size and place, and a gradient that of the viewport', () => {
  const image = `linear-gradient(rgba(0, 0, 0, 0.5), rgb(0, 0, 0)), url("${url}")`;
  const lists = { image, size: 'auto, contain', position: '0% 0%, 50% 50%' };
  const sizes = '1000px 800px, 1000px 400px';
  expect(placeBackground({ ...background, ...lists }, area)).toEqual([
    3,
    sizes,
    '0px 0px, 0px 200px',
  ]);
});

test('a background with an image that has not loaded has no place', () => {
  expect(placeBackground({ ...background, naturalSizes: {} }, area)).toBeUndefined();
});

test('a background that a page makes long or unbalanced is split in one pass', () => {
  const image = `${'('.repeat(100_000)}${'"'.repeat(99_999)},`;
  expect(placeBackground({ ...background, image }, area)).toBeUndefined();
});

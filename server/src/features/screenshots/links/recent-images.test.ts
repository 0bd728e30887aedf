import { expect, test } from 'vitest';
import { createRecentImages, type RecentImage } from './recent-images.ts';

const open = () => {
  const clock = { ms: 1_000_000, now: () => new Date(clock.ms) };
  return { clock, images: createRecentImages<RecentImage>(clock) };
};
const imageOf = (sizeBytes = 10, expires: number | null = null) => ({
  file: { sizeBytes },
  expires,
});

test('[DL-12] an image is found for a second, but never after the end of its link', () => {
  const { clock, images } = open();
  const image = imageOf();
  images.add('a', image);
  images.add('b', imageOf(10, 1_000));
  clock.ms += 999;
  expect(images.find('a')).toBe(image);
  expect(images.find('b')).toBeUndefined();
  expect(images.find('c')).toBeUndefined();
  clock.ms += 1;
  expect(images.find('a')).toBeUndefined();
});

test('the oldest images are removed first, by their number and by their size', () => {
  const { images } = open();
  for (let at = 0; at < 501; at += 1) images.add(String(at), imageOf());
  expect(images.find('0')).toBeUndefined();
  expect(images.find('1')).toBeDefined();
  const mebibyte = 1024 * 1024;
  for (let at = 0; at < 17; at += 1) images.add(`large ${at}`, imageOf(4 * mebibyte));
  expect(images.find('large 0')).toBeUndefined();
  expect(images.find('large 16')).toBeDefined();
  images.add('too large', imageOf(4 * mebibyte + 1));
  expect(images.find('too large')).toBeUndefined();
});

import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { canMove, stillImage } from '../src/page/determinism/still-image.ts';
import { movingImage } from './fixture-site/site.ts';

const red = [0xcc, 0x22, 0x22];
const plain = { width: 8, height: 8, channels: 3, background: '#cc2222' } as const;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

test.each(['gif', 'webp'] as const)('of a moving %s, the first frame is left', async (format) => {
  const moving = await movingImage(format);
  expect((await sharp(moving, { pages: -1 }).metadata()).pages).toBe(2);
  const still = stillImage(moving);
  expect((await sharp(still, { pages: -1 }).metadata()).pages ?? 1).toBe(1);
  const { data, info } = await sharp(still)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([100, 100]);
  for (const [channel, value] of red.entries()) {
    expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(8);
  }
});

test('of a moving PNG, the chunks of the animation are left out', async () => {
  const png = await sharp({ create: plain }).png().toBuffer();
  const header = png.subarray(0, 33);
  const rest = png.subarray(33);
  const moving = Buffer.concat([
    header,
    chunk('acTL', Buffer.alloc(8)),
    chunk('fcTL', Buffer.alloc(26)),
    rest.subarray(0, -12),
    chunk('fdAT', Buffer.alloc(20)),
    rest.subarray(-12),
  ]);
  expect(stillImage(moving)).toEqual(png);
});

test('of an AVIF sequence, the primary image is shown', () => {
  const file = Buffer.from('\0\0\0\u001cftypavis\0\0\0\0avismsf1miafmeta', 'latin1');
  expect(stillImage(file)?.toString('latin1', 4, 12)).toBe('ftypavif');
});

test.each(['gif', 'webp', 'png', 'jpeg', 'avif'] as const)(
  'a still %s is unchanged',
  async (format) => {
    expect(stillImage(await sharp({ create: plain }).toFormat(format).toBuffer())).toBeUndefined();
  },
);

test('a truncated image and other files are unchanged', async () => {
  const gif = await movingImage('gif');
  for (const bytes of [gif.subarray(0, 20), Buffer.from('GIF89a'), Buffer.of(), Buffer.from('x')]) {
    expect(stillImage(bytes)).toBeUndefined();
  }
});

test('types of images that can move are known', () => {
  const types = ['image/gif', 'image/png; a=b', 'image/webp', 'image/avif', 'image/apng'];
  expect(types.every(canMove)).toBe(true);
  expect(['image/jpeg', 'image/svg+xml', 'text/html', ''].some(canMove)).toBe(false);
});

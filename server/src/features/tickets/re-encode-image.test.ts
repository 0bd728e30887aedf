import { ticketLimits } from '@shotwright/contract';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createReencodeImage } from './re-encode-image.ts';

const reencodeImage = createReencodeImage();
const neverAborted = new AbortController().signal;
const reencode = (uploaded: Buffer) => reencodeImage(uploaded, neverAborted);

const solid = (widthPx = 40, heightPx = 30, background = '#c02040') =>
  sharp({ create: { width: widthPx, height: heightPx, channels: 3, background } });
const twoFrames = async () => {
  const frames = ['#ff0000', '#00ff00'].map((colour) => solid(8, 8, colour).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } });
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns a PNG whose few bytes do not reveal its size: one colour, one bit per pixel. */
function bomb(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(widthPx / 8) + 1) * heightPx));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const png = () => solid().png().toBuffer();
const cut = async (whole: Promise<Buffer>) => {
  const bytes = await whole;
  return bytes.subarray(0, Math.floor(bytes.length * 0.6));
};
const animatedPng = async () => {
  const bytes = await png();
  const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return Buffer.concat([bytes.subarray(0, 33), control, bytes.subarray(33)]);
};
const noise = (widthPx: number) =>
  sharp({
    create: {
      width: widthPx,
      height: widthPx,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each<[string, () => Promise<Buffer>, string]>([
  ['SVG', async () => Buffer.from(svg), 'image_not_readable'],
  [
    'SVG behind an XML head',
    async () => Buffer.from(`<?xml version="1.0"?>${svg}`),
    'image_not_readable',
  ],
  [
    'HTML that is called .png',
    async () => Buffer.from('<html><script>alert(1)</script>'),
    'image_not_readable',
  ],
  ['nothing', async () => Buffer.alloc(0), 'image_not_readable'],
  ['three bytes', async () => Buffer.from('\xff\xd8\xff', 'latin1'), 'image_not_readable'],
  ['a PDF', async () => Buffer.from('%PDF-1.7 …'), 'image_not_readable'],
  ['a TIFF', () => solid().tiff().toBuffer(), 'image_not_readable'],
  ['an AVIF', () => solid().avif({ effort: 0 }).toBuffer(), 'image_not_readable'],
  ['an animated GIF', async () => (await twoFrames()).gif().toBuffer(), 'image_not_readable'],
  ['an animated WebP', async () => (await twoFrames()).webp().toBuffer(), 'image_not_readable'],
  ['an animated PNG', animatedPng, 'image_not_readable'],
  ['a PNG that breaks off', () => cut(noise(90).png().toBuffer()), 'image_not_readable'],
  ['a JPEG that breaks off', () => cut(noise(90).jpeg().toBuffer()), 'image_not_readable'],
  ['a WebP that breaks off', () => cut(noise(90).webp().toBuffer()), 'image_not_readable'],
  [
    'a PNG head before HTML',
    async () => Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'),
    'image_not_readable',
  ],
  [
    'a GIF head before a script',
    async () => Buffer.from('GIF89a=1;alert(1)//'),
    'image_not_readable',
  ],
  ['an image of 41 million pixels', async () => bomb(8_200, 5_000), 'image_too_big'],
  [
    'an image of ten billion pixels',
    async () => bomb(100_000, 8).fill(Buffer.from([0, 1, 0x86, 0xa0]), 20, 24),
    'image_too_big',
  ],
])('%s is rejected with its code', async (_name, make, code) => {
  await expect(reencode(await make())).rejects.toMatchObject({ code });
});

test.each<[string, () => Promise<Buffer>, string]>([
  ['PNG', png, 'image/png'],
  ['JPEG', () => solid().jpeg().toBuffer(), 'image/jpeg'],
  ['WebP', () => solid().webp({ lossless: true }).toBuffer(), 'image/jpeg'],
  ['GIF', () => solid().gif().toBuffer(), 'image/png'],
])(
  'a %s is re-encoded as PNG or JPEG of the same size and colour, never stored as received',
  async (_name, make, contentType) => {
    const uploaded = await make();
    const encoded = await reencode(uploaded);
    expect(encoded).toMatchObject({ contentType, widthPx: 40, heightPx: 30 });
    expect(encoded.bytes.equals(uploaded)).toBe(false);
    const { data } = await sharp(encoded.bytes).raw().toBuffer({ resolveWithObject: true });
    for (const [nth, channel] of [0xc0, 0x20, 0x40].entries()) {
      expect(Math.abs((data[nth] ?? 0) - channel)).toBeLessThan(8);
    }
    // Also an image that was re-encoded before.
    const again = await reencode(encoded.bytes);
    expect(again.bytes.equals(encoded.bytes)).toBe(false);
  },
);

test('an image with location, camera and comment metadata is stored upright and without metadata', async () => {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 31/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '13/1 24/1 0/1',
  };
  const uploaded = await solid()
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretMaker', Copyright: 'SecretOwner' }, IFD3: gps })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(uploaded).metadata()).exif?.includes('SecretMaker')).toBe(true);
  const encoded = await reencode(uploaded);
  expect([encoded.widthPx, encoded.heightPx]).toEqual([30, 40]);
  const metadata = await sharp(encoded.bytes).metadata();
  expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(encoded.bytes.includes('Secret')).toBe(false);
});

test('data appended to or embedded in the image is removed', async () => {
  const payload = '<script>alert(1)</script>PK\x03\x04';
  const bytes = await png();
  const uploaded = Buffer.concat([
    bytes.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${payload}`)),
    bytes.subarray(33),
    Buffer.from(payload),
  ]);
  expect((await reencode(uploaded)).bytes.includes('script')).toBe(false);
});

test('the largest accepted image has 40 million pixels', async () => {
  const encoded = await reencode(bomb(8_000, 5_000));
  expect(encoded.widthPx * encoded.heightPx).toBe(ticketLimits.imagePixels);
});

test('an image that would exceed 10 MB as PNG is stored as JPEG', async () => {
  const uploaded = await noise(2_600).ensureAlpha().webp({ quality: 50 }).toBuffer();
  const encoded = await reencode(uploaded);
  expect(encoded.contentType).toBe('image/jpeg');
  expect(encoded.bytes.length).toBeLessThan(ticketLimits.imageBytes);
});

test('an image of a disconnected client is not re-encoded', async () => {
  const aborted = AbortSignal.abort(new Error('gone'));
  await expect(reencodeImage(await png(), aborted)).rejects.toThrow('gone');
});

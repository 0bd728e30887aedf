const gifTrailer = 0x3b;
const pngHeaderBytes = 8;
const animationChunks: ReadonlySet<string> = new Set(['acTL', 'fcTL', 'fdAT']);

/** Types of images that can move. */
const movingTypes = /^image\/(?:gif|webp|a?png|avif|avif-sequence)\b/;

/** Returns true if images of this type can move. */
export function canMove(contentType: string): boolean {
  return movingTypes.test(contentType);
}

/**
 * Returns a moving image reduced to its first frame, without decoding it; undefined if it does not move or
 * is damaged.
 */
export function stillImage(bytes: Buffer): Buffer | undefined {
  try {
    const head = bytes.toString('latin1', 0, 12);
    if (head.startsWith('GIF8')) return firstGifFrame(bytes);
    if (head.startsWith('\x89PNG')) return firstPngFrame(bytes);
    if (head.startsWith('RIFF') && head.endsWith('WEBP')) return firstWebpFrame(bytes);
    if (head.slice(4) === 'ftypavis') return primaryAvifImage(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** Ends the file after its first frame. */
function firstGifFrame(bytes: Buffer): Buffer | undefined {
  const skipBlocks = (from: number): number => {
    let at = from;
    while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at);
    return at + 1;
  };
  let at = 13 + colorTableBytes(bytes.readUInt8(10));
  let endOfFirst: number | undefined;
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === gifTrailer) return undefined;
    if (kind === 0x21) at = skipBlocks(at + 2);
    else if (kind === 0x2c) {
      if (endOfFirst !== undefined) {
        return Buffer.concat([bytes.subarray(0, endOfFirst), Buffer.of(gifTrailer)]);
      }
      // Descriptor, colour table, one byte for the code size, then the image.
      at = skipBlocks(at + 10 + colorTableBytes(bytes.readUInt8(at + 9)) + 1);
      endOfFirst = at;
    } else return undefined;
  }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Leaves the chunks of the animation out. */
function firstPngFrame(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, pngHeaderBytes)];
  let isMoving = false;
  for (let at = pngHeaderBytes; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const isAnimation = animationChunks.has(bytes.toString('latin1', at + 4, at + 8));
    isMoving ||= isAnimation;
    if (!isAnimation) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return isMoving ? Buffer.concat(kept) : undefined;
}

/** Leaves all frames but the first out: an animation of one frame. */
function firstWebpFrame(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 12)];
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const sizeBytes = bytes.readUInt32LE(at + 4);
    const end = at + 8 + sizeBytes + (sizeBytes % 2);
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames += 1;
    if (frames <= 1) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (frames < 2) return undefined;
  const still = Buffer.concat(kept);
  still.writeUInt32LE(still.length - 8, 4);
  return still;
}

/** Names the brand of a still image, so that the primary image is shown instead of the sequence. */
function primaryAvifImage(bytes: Buffer): Buffer | undefined {
  if (!bytes.includes('meta', 0, 'latin1')) return undefined;
  const still = Buffer.from(bytes);
  still.write('avif', 8, 'latin1');
  return still;
}

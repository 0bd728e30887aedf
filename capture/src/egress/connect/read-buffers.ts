/**
 * Pool of buffers for reading connections. Allocating one for each read would cost more than the
 * read.
 */
export interface ReadBuffers {
  take(): Buffer;
  /** Returns a buffer that is no longer read to the pool. */
  release(buffer: Buffer): void;
}

/** Holds a whole image. Memory that a connection does not fill is never touched. */
const bufferBytes = 262_144;
/** About the number of concurrent connections of a few captures. */
const maxKept = 32;

/**
 * Creates the pool of one process. Data from an earlier connection in a buffer is never passed on.
 */
export function createReadBuffers(): ReadBuffers {
  const kept: Buffer[] = [];
  return {
    take: () => kept.pop() ?? Buffer.allocUnsafeSlow(bufferBytes),
    release(buffer) {
      if (kept.length < maxKept) kept.push(buffer);
    },
  };
}

/** Memory to read connections into, used again and again: to allocate for each read costs more than the read. */
export interface ReadBuffers {
  take(): Buffer;
  /** Gives back what nothing reads from any more. */
  giveBack(buffer: Buffer): void;
}

/** A picture in one piece; what a connection does not fill is never touched. */
const bufferBytes = 262_144;
/** As many connections as a few captures hold at once. */
const maxKept = 32;

/** Keeps the buffers of one process. What is left in one of an earlier connection is never passed on. */
export function createReadBuffers(): ReadBuffers {
  const kept: Buffer[] = [];
  return {
    take: () => kept.pop() ?? Buffer.allocUnsafeSlow(bufferBytes),
    giveBack(buffer) {
      if (kept.length < maxKept) kept.push(buffer);
    },
  };
}

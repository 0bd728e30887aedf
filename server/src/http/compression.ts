import { constants, createZstdCompress, zstdCompressSync, type ZstdOptions } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

const { BROTLI_PARAM_QUALITY } = constants;
const { ZSTD_c_compressionLevel, ZSTD_c_windowLog } = constants;
const { ZSTD_c_enableLongDistanceMatching, ZSTD_c_ldmHashRateLog } = constants;

const zstd: ZstdOptions = {
  // What is packed comes back from another thread in pieces; with smaller ones, going back and forth costs as much again.
  chunkSize: 262_144,
  params: {
    [ZSTD_c_compressionLevel]: 1,
    // The largest window that every browser takes, 8 MiB as its power of two. Source: RFC 9659.
    [ZSTD_c_windowLog]: 23,
    [ZSTD_c_enableLongDistanceMatching]: 1,
    // Every 2^10th place is remembered for that: a list that comes again is found by far fewer, in half the time.
    [ZSTD_c_ldmHashRateLog]: 10,
  },
};

const common = {
  threshold: 1_024,
  // Below this the way to another thread and back costs more than the work.
  syncThreshold: 65_536,
  customTypes: /^(application\/(json|javascript)|text\/|image\/svg\+xml)/,
  brotliOptions: { params: { [BROTLI_PARAM_QUALITY]: 4 } },
} as const satisfies FastifyCompressOptions;

/**
 * For answers that are written anew each time: the quickest first. An envelope carries its fields twice (ruling RL-4);
 * matches over a long distance make the second time nearly free.
 */
export const answerCompression = {
  ...common,
  encodings: ['zstd', 'br', 'gzip'],
  zlib: {
    createZstdCompress: () => createZstdCompress(zstd),
    zstdCompressSync: (text: Buffer) => zstdCompressSync(text, zstd),
  },
} as const satisfies FastifyCompressOptions;

/** For files, which browsers keep: the smallest first. */
export const fileCompression = {
  ...common,
  encodings: ['br', 'gzip'],
} as const satisfies FastifyCompressOptions;

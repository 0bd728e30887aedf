import { constants, createZstdCompress, zstdCompressSync, type ZstdOptions } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

const { BROTLI_PARAM_QUALITY } = constants;
const { ZSTD_c_compressionLevel, ZSTD_c_windowLog } = constants;
const { ZSTD_c_enableLongDistanceMatching, ZSTD_c_ldmHashRateLog } = constants;

const zstd: ZstdOptions = {
  // Compressed data returns from another thread in chunks. With smaller chunks, the thread switches
  // double the cost.
  chunkSize: 262_144,
  params: {
    [ZSTD_c_compressionLevel]: 1,
    // Largest window that every browser accepts: 8 MiB, as a power of two. Source: RFC 9659.
    [ZSTD_c_windowLog]: 23,
    [ZSTD_c_enableLongDistanceMatching]: 1,
    // One position in 2^10 is indexed for long-distance matching. That finds a repeated list with
    // far fewer entries, in half the time.
    [ZSTD_c_ldmHashRateLog]: 10,
  },
};

const common = {
  // `decodeBody` decodes the bodies of requests.
  globalDecompression: false,
  threshold: 1_024,
  // Below this size, switching to another thread and back costs more than the compression.
  syncThreshold: 65_536,
  customTypes: /^(application\/(json|javascript)|text\/|image\/svg\+xml)/,
  brotliOptions: { params: { [BROTLI_PARAM_QUALITY]: 4 } },
} as const satisfies FastifyCompressOptions;

/**
 * Compression of dynamic responses: the fastest encoding first. An envelope carries its fields
 * twice (ruling RL-4); long-distance matching makes the second copy nearly free.
 */
export const responseCompression = {
  ...common,
  encodings: ['zstd', 'br', 'gzip'],
  zlib: {
    createZstdCompress: () => createZstdCompress(zstd),
    zstdCompressSync: (text: Buffer) => zstdCompressSync(text, zstd),
  },
} as const satisfies FastifyCompressOptions;

/** Compression of static files, which browsers cache: the smallest encoding first. */
export const fileCompression = {
  ...common,
  encodings: ['br', 'gzip'],
} as const satisfies FastifyCompressOptions;

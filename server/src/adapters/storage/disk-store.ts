import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { newId } from '../../lib/ids.ts';
import {
  isObjectKey,
  requireObjectKey,
  storeUnavailable,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';

/** The fan-out directories have two-character names, so this name cannot collide with them. */
const incomingName = 'incoming';
const abandonedAfterMs = 3_600_000;
/** Most images fit into one window. */
const windowBytes = 524_288;
const maxWindows = 4;

/**
 * Creates a store of files below a directory owned by this product: `ab/<key>`, distributed by the
 * key's hash. The 256 directories are created at start, so that a put creates none and only has to
 * sync its own file and directory.
 */
export async function createDiskStore(input: { readonly directory: string }): Promise<ObjectStore> {
  const root = resolve(input.directory);
  const incoming = join(root, incomingName);
  await withStoreErrors(async () => {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await makeFanOut(root);
    await removeAbandoned(incoming);
  });
  const windows = createWindows();
  return {
    put: async (key, bytes) => {
      requireObjectKey(key);
      return withStoreErrors(() => putFile({ root, incoming, key, bytes, windows }));
    },
    get: async (key) => {
      const file = await openIfThere(root, key);
      if (!file) return undefined;
      const sizeBytes = await sizeOf(file).catch(async (err: unknown) => {
        await file.close();
        throw err;
      });
      return { stream: file.createReadStream(), sizeBytes };
    },
    read: async (key) => {
      const file = await openIfThere(root, key);
      if (!file) return undefined;
      try {
        return await withStoreErrors(() => file.readFile());
      } finally {
        await file.close();
      }
    },
    head: async (key) => {
      const file = await openIfThere(root, key);
      if (!file) return undefined;
      try {
        return { sizeBytes: await sizeOf(file) };
      } finally {
        await file.close();
      }
    },
    remove: async (keys) => {
      await withStoreErrors(async () => {
        for (const key of keys) if (isObjectKey(key)) await rm(pathOf(root, key), { force: true });
      });
    },
    close: async () => undefined,
  };
}

/**
 * Returns the path of a key. Slashes are encoded, so a key is one file name and cannot escape its
 * directory.
 */
function pathOf(root: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return join(root, hash.slice(0, 2), encodeURIComponent(key));
}

async function putFile(input: {
  readonly root: string;
  readonly incoming: string;
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly windows: Windows;
}): Promise<StoredObject> {
  const { root, incoming, key, bytes, windows } = input;
  const target = pathOf(root, key);
  const partial = join(incoming, newId());
  try {
    await writeDurably(partial, bytes, windows);
    await rename(partial, target);
    await syncDirectory(dirname(target));
  } catch (err) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw err;
  }
  return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Some file systems report a full disk only at fsync, or never. Data that cannot be read back
 * counts as not written.
 */
async function writeDurably(path: string, bytes: Uint8Array, windows: Windows): Promise<void> {
  const file = await open(path, 'wx+', 0o600);
  const window = windows.acquire();
  try {
    await file.writeFile(bytes);
    await file.sync();
    const { size } = await file.stat();
    if (size !== bytes.length || !(await holds(file, bytes, window))) {
      throw new Error(`the stored file differs: ${size} of ${bytes.length} bytes were written`);
    }
  } finally {
    await file.close();
    windows.release(window);
  }
}

async function holds(file: FileHandle, bytes: Uint8Array, window: Buffer): Promise<boolean> {
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await file.read(window, 0, window.length, at);
    const found = window.subarray(0, bytesRead);
    if (bytesRead === 0 || !found.equals(bytes.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
  return true;
}

/**
 * Pool of buffers for reading back, because allocating new memory for every image costs more than
 * reading it.
 */
interface Windows {
  acquire(): Buffer;
  release(window: Buffer): void;
}

function createWindows(): Windows {
  const free: Buffer[] = [];
  return {
    acquire: () => free.pop() ?? Buffer.allocUnsafeSlow(windowBytes),
    release: (window) => {
      if (free.length < maxWindows) free.push(window);
    },
  };
}

async function makeFanOut(root: string): Promise<void> {
  const names = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
  const made = await Promise.all(
    names.map((name) => mkdir(join(root, name), { recursive: true, mode: 0o700 })),
  );
  if (made.some((path) => path !== undefined)) await syncDirectory(root);
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function openIfThere(root: string, key: string): Promise<FileHandle | undefined> {
  if (!isObjectKey(key)) return undefined;
  try {
    return await open(pathOf(root, key), constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (err) {
    if (isAbsent(err) && (await hasDirectory(root, key))) return undefined;
    throw storeUnavailable(err);
  }
}

const isAbsent = (err: unknown): boolean =>
  err instanceof Error && 'code' in err && err.code === 'ENOENT';

/** Returns false if the directory is missing: the disk is not mounted, and the object may exist. */
async function hasDirectory(root: string, key: string): Promise<boolean> {
  const found = await stat(dirname(pathOf(root, key))).catch(() => undefined);
  return found?.isDirectory() === true;
}

function sizeOf(file: FileHandle): Promise<number> {
  return withStoreErrors(async () => (await file.stat()).size);
}

/**
 * Removes incomplete files of killed processes. Younger files may belong to a put in progress in
 * another process.
 */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}

async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    throw storeUnavailable(err);
  }
}

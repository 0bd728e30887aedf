import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A file of a zip, as read by another program. */
export interface UnzippedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly date: readonly number[];
}

const script = `
import hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
bad = z.testzip()
assert bad is None, bad
print(json.dumps([{"name": i.filename, "size": i.file_size, "date": list(i.date_time),
  "sha256": hashlib.sha256(z.read(i)).hexdigest()} for i in z.infolist()]))`;

const textScript = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps({i.filename: z.read(i).decode("utf-8") for i in z.infolist()}))`;

/**
 * Reads a zip with Python's reader, which is independent of the product's writer and checks every
 * checksum.
 */
export async function unzip(bytes: Uint8Array): Promise<UnzippedFile[]> {
  return JSON.parse(await runOn(bytes, script)) as UnzippedFile[];
}

/** Reads the texts of a zip, by name in their order. */
export async function readZip(bytes: Uint8Array): Promise<Record<string, string>> {
  return JSON.parse(await runOn(bytes, textScript)) as Record<string, string>;
}

async function runOn(bytes: Uint8Array, program: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'shotwright-zip-'));
  try {
    const path = join(directory, 'a.zip');
    await writeFile(path, bytes);
    const { stdout } = await promisify(execFile)('python3', ['-c', program, path], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

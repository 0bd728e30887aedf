// Captures the images of the option guide with the product itself, into docs/images/options:
// `npm run docs:images`.
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleRequestOf } from '../contract/src/index.ts';
import { startProduct } from '../e2e/support/product.ts';
import { createApiKey } from './docs-images/api-key.ts';
import { optionImages, type OptionImages } from './docs-images/option-images.ts';
import { serveSampleSite } from './docs-images/sample-site.ts';

/** Limit of a file, so that the images of a page stay small. */
const maxBytes = 7_000;
const timeoutMs = 60_000;
const folder = join(import.meta.dirname, '..', 'docs', 'images', 'options');

/** Tried in this order until a file is small enough. */
const sizes = [75, 60, 45, 30].flatMap((quality) =>
  [640, 560, 480, 400, 340, 280].map((image_width) => ({ image_width, quality })),
);

/**
 * View of every image, beside the options of its sample. Everything that could differ between two runs
 * is fixed.
 */
const view = {
  width: 800,
  height: 500,
  freeze_time: '2026-09-14T09:41:00Z',
  timezone: 'UTC',
  file_type: 'webp',
  response_type: 'image',
};
const detail = { clip_x: 40, clip_y: 110, clip_width: 200, clip_height: 125 };

/** A file as the list describes it. Sizes in pixels. */
interface SavedFile {
  readonly width: number;
  readonly height: number;
  /** Changes with the content. */
  readonly hash: string;
}

type Body = Readonly<Record<string, unknown>>;

const files: Record<string, SavedFile> = {};
const options: Record<string, { alt: string; file: string; without: string; request: Body }> = {};
/** Names of the images without an option, by what they show. */
const baselines = new Map<string, string>();

// The old images stay until all new ones exist.
const target = `${folder}-new`;
rmSync(target, { recursive: true, force: true });
mkdirSync(target);
await using site = await serveSampleSite();
const product = await startProduct({ BILLING: 'off', ALLOW_PRIVATE_TARGETS: '127.0.0.1/32' });
try {
  const { email } = await product.createPerson();
  const key = await createApiKey(product, email);
  for (const images of optionImages) {
    const { names, alt, page, path, isDetail, isMoving } = images;
    const { url: _, ...request } = exampleRequestOf(names[0]).body;
    const without = Object.fromEntries(
      Object.entries(request).filter(([name]) => !names.some((one) => one === name)),
    );
    const shown = JSON.stringify([path, page, isDetail, isMoving, without]);
    const isPlain = shown === '[null,null,null,null,{}]';
    const name = isPlain ? 'sample-page' : `${names[0]}-without`;
    const baseline = baselines.get(shown) ?? (await save(images, { name, body: without, key }));
    baselines.set(shown, baseline);
    const file = await save(images, { name: names[0], body: request, key });
    for (const one of names) options[one] = { alt, file, without: baseline, request };
    process.stdout.write(`${names.join(', ')}: ${file}, ${baseline}\n`);
  }
  writeFileSync(join(target, 'list.json'), `${JSON.stringify({ files, options }, null, 2)}\n`);
  rmSync(folder, { recursive: true });
  renameSync(target, folder);
} finally {
  await product.stop();
}

/** Captures the sample page in the first size that is small enough; returns the name of the file. */
async function save(
  { path = '/', page, isDetail, isMoving }: OptionImages,
  { name, body, key }: { readonly name: string; readonly body: Body; readonly key: string },
): Promise<string> {
  const url = `${site.url}${path}${page === undefined ? '' : `?show=${page}`}`;
  // A device has a size of its own.
  const device = 'emulate_device' in body ? { width: undefined, height: undefined } : {};
  const own = {
    ...device,
    ...(isDetail && { ...detail, image_width: undefined }),
    ...(isMoving && { freeze_time: undefined }),
    // The effect of the quality is shown by its default and its value.
    ...('file_type' in body && { quality: undefined }),
  };
  for (const size of sizes) {
    const request = { ...view, ...size, ...own, ...body, url };
    const response = await callApi('/screenshots', key, JSON.stringify(request));
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.length > maxBytes) continue;
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    const same = Object.keys(files).find((one) => files[one]?.hash === hash);
    if (same !== undefined) return same;
    const [, ending] = /^image\/(\w+)/.exec(response.headers.get('content-type') ?? '') ?? [];
    const file = `${name}.${ending}`;
    writeFileSync(join(target, file), bytes);
    const record = await callApi(`/screenshots/${response.headers.get('x-screenshot-id')}`, key);
    const { imageWidth: width, imageHeight: height } = await record.json();
    files[file] = { width, height, hash };
    return file;
  }
  throw new Error(`${name} is larger than ${maxBytes} bytes in every size.`);
}

async function callApi(path: string, key: string, body?: string): Promise<Response> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response;
}

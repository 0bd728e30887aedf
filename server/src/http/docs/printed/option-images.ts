import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaptureOptionName } from '@shotwright/contract';
import type { Page } from '../../page.ts';

/** A file of an image. Sizes in pixels. */
interface ImageFile {
  readonly width: number;
  readonly height: number;
  /** Changes with the content. */
  readonly hash: string;
}

/** The images of the options, as `npm run docs:images` lists them. */
interface ImageList {
  readonly files: Readonly<Record<string, ImageFile>>;
  readonly options: Readonly<
    Partial<Record<CaptureOptionName, { alt: string; file: string; without: string }>>
  >;
}

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'images', 'options');
const list: ImageList = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'));

/** Returns two images, without and with an option, or nothing if its effect cannot be seen. */
export function imagesOf(name: CaptureOptionName): string {
  const images = list.options[name];
  if (images === undefined) return '';
  const { alt, file, without } = images;
  const before = imageText(without, { alt: `The page without ${name}`, caption: 'Without' });
  return `${before}\n${imageText(file, { alt, caption: `With ${name}` })}`;
}

function imageText(file: string, text: { readonly alt: string; readonly caption: string }): string {
  const found = list.files[file];
  if (found === undefined) throw new Error(`docs/images/options/list.json has no file ${file}.`);
  const { width, height, hash } = found;
  return `![${text.alt}](/docs/images/${file}?v=${hash} "${text.caption} · ${width} × ${height}")`;
}

/** Serves the images of the options. */
export function optionImagePage(): Page {
  return {
    path: '/docs/images/:name',
    respond: async ({ params: { name = '' } }) =>
      Object.hasOwn(list.files, name)
        ? {
            contentType: `image/${name.split('.').at(-1)}`,
            body: readFileSync(join(folder, name)),
            cacheControl: 'public, max-age=86400',
          }
        : undefined,
  };
}

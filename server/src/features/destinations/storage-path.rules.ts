import {
  destinationLimits,
  extensionOf,
  listItems,
  storagePathParts,
  type StoragePathPart,
} from '@shotwright/contract';
import { invalidField } from '../../shared/app-error.ts';

/** Values of the placeholders of a path. */
export interface DeliveredFile {
  readonly screenshotId: string;
  readonly projectName: string;
  readonly url: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly sha256: string;
  readonly name: string;
  readonly contentType: string;
}

const placeholder = /\{([^{}]*)\}/g;
const allowedText = /^[A-Za-z0-9._ ()=@+/-]*$/;

/**
 * Checks the template of a path. Throws `validation_failed` (400) that names the field, the mistake
 * and the valid placeholders.
 */
export function requirePathTemplate(path: string, template: string): void {
  const valid = listItems(storagePathParts.map((part) => `{${part}}`));
  const unknown = [...template.matchAll(placeholder)].find(
    ([, name]) => !storagePathParts.some((part) => part === name),
  );
  if (unknown) {
    throw invalidField(path, `has an unknown placeholder ${unknown[0]}; valid ones are ${valid}`);
  }
  const text = template.replaceAll(placeholder, '');
  if (!allowedText.test(text)) {
    const message = `must consist of letters, digits, . _ - ( ) = @ + / and placeholders, and not ${JSON.stringify(template)}; valid ones are ${valid}`;
    throw invalidField(path, message);
  }
  const segments = template.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment.includes('..'))) {
    const message = `must not have empty segments or .., and not ${JSON.stringify(template)}`;
    throw invalidField(path, message);
  }
}

/**
 * Returns the key of a file: the prefix, and the template with its placeholders replaced. Values
 * consist of letters, digits, dots, hyphens and underscores, and never are empty. A key that is too
 * long loses the end of its directories, never the name of the file.
 */
export function storageKeyOf(
  { prefix, template }: { readonly prefix: string; readonly template: string },
  file: DeliveredFile,
): string {
  const path = template.replaceAll(placeholder, (_, name: StoragePathPart) => valueOf(name, file));
  const parts = [...prefix.split('/'), ...path.split('/')].filter((part) => part !== '');
  const name = parts.at(-1)?.slice(-destinationLimits.textLength) ?? file.screenshotId;
  const directories = parts.slice(0, -1).join('/');
  const room = destinationLimits.pathBytes - name.length - 1;
  const kept = directories.slice(0, room).replace(/\/$/, '');
  return kept === '' ? name : `${kept}/${name}`;
}

function valueOf(part: StoragePathPart, file: DeliveredFile): string {
  const { url, options, createdAt } = file;
  const [date = ''] = createdAt.toISOString().split('T');
  const [yyyy = '', mm = '', dd = ''] = date.split('-');
  const values: Readonly<Record<StoragePathPart, () => string>> = {
    project: () => file.projectName,
    host: () => (url === null ? 'html' : new URL(url).hostname),
    slug: () => (url === null ? 'page' : slugOf(new URL(url))),
    yyyy: () => yyyy,
    mm: () => mm,
    dd: () => dd,
    id: () => file.screenshotId,
    sha256: () => file.sha256,
    device: () => textOf(options['emulate_device']) ?? 'desktop',
    theme: () => (options['dark_mode'] === true ? 'dark' : 'light'),
    external_id: () => textOf(options['external_id']) ?? '',
    name: () => file.name.replace(/\.[a-z]+$/, ''),
    ext: () => extensionOf(file.contentType),
  };
  return safeText(values[part]());
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function slugOf({ pathname }: URL): string {
  return pathname === '/' ? 'home' : pathname.replaceAll(/^\/|\/$/g, '');
}

const valueLength = 80;

function safeText(text: string): string {
  const safe = text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, valueLength)
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return safe === '' ? 'none' : safe;
}

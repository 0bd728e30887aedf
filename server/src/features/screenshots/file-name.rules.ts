import { extensionOf, readStoredOptions } from '@shotwright/contract';

const knownEnding = /\.(?:png|jpe?g|webp|avif|gif|pdf|html|md|txt|mhtml)$/i;

/**
 * Returns the name of a finished file: the one of the request, or the page's host, or `html`, and the
 * time of the request in UTC. The ending is that of the format.
 */
export function fileNameOf(input: {
  readonly url: string | null;
  readonly createdAt: Date;
  readonly contentType: string;
  /** Name of an extract; else empty or absent. */
  readonly part?: string;
  readonly options: Readonly<Record<string, unknown>>;
}): string {
  const part = input.part ? `-${input.part}` : '';
  const ending = extensionOf(input.contentType);
  const { file_name: chosen } = readStoredOptions(input.options);
  const chosenPlain = chosen?.trim().replace(knownEnding, '').trim() ?? '';
  if (chosenPlain !== '') return `${chosenPlain}${part}.${ending}`;
  const host = input.url === null ? 'html' : new URL(input.url).hostname.replace(/^www\./, '');
  const plainHost = host
    .replace(/[^\w.]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  const time = input.createdAt
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[:-]/g, '')
    .replace('T', '-');
  return `${plainHost}-${time}${part}.${ending}`;
}

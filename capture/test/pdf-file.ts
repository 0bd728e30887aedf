import { inflateSync } from 'node:zlib';

/** Page of a PDF, with its size in points. */
export interface PdfPage {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Text in the order of its drawing, without its white space. */
  readonly text: string;
  /** Drawing operators. Source: ISO 32000-1 annex A. */
  readonly content: string;
}

/** Contents of a PDF of the browser: its objects are not compressed, its streams are. */
export interface PdfFile {
  readonly pages: readonly PdfPage[];
  /** True if an object of the catalogue exists: `Outlines`, `StructTreeRoot`. */
  has(name: string): boolean;
  readonly creationDate: string | undefined;
}

/** Parses a PDF; throws if it is incomplete. */
export function readPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1');
  if (!text.startsWith('%PDF-1.') || !text.trimEnd().endsWith('%%EOF')) {
    throw new Error('The PDF is incomplete.');
  }
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n?([\s\S]*?)\r?\nendobj/g)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  );
  const bodyOf = (reference: string | undefined): string => objects.get(reference ?? '') ?? '';
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return {
    pages: pages.map((body) => {
      const box = /\/MediaBox \[([\d.\s-]+)\]/.exec(body)?.[1]?.trim().split(/\s+/).map(Number);
      const [left = 0, bottom = 0, right = 0, top = 0] = box ?? [];
      const content = streamOf(bodyOf(/\/Contents (\d+) 0 R/.exec(body)?.[1]));
      return {
        widthPt: right - left,
        heightPt: top - bottom,
        text: textOf(content, body, bodyOf),
        content,
      };
    }),
    has: (name) => new RegExp(`/Type /Catalog[\\s\\S]*?/${name} `).test(text),
    creationDate: /\/CreationDate \(D:(\d{14})/.exec(text)?.[1],
  };
}

function streamOf(body: string): string {
  const start = /stream\r?\n/.exec(body);
  if (start === null) return '';
  const bytes = Buffer.from(body.slice(start.index + start[0].length), 'latin1');
  return /\/FlateDecode/.test(body)
    ? inflateSync(bytes).toString('latin1')
    : bytes.toString('latin1');
}

/** Returns the text of a page through the character maps of its fonts. Source: ISO 32000-1 §9.10. */
function textOf(
  content: string,
  page: string,
  bodyOf: (reference: string | undefined) => string,
): string {
  const fontList = /\/Font <<([\s\S]*?)>>/.exec(page)?.[1] ?? '';
  const fonts = new Map(
    [...fontList.matchAll(/\/(\S+) (\d+) 0 R/g)].map(([, name = '', id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(bodyOf(id))?.[1];
      return [name, charactersOf(streamOf(bodyOf(map)))];
    }),
  );
  let font = new Map<string, string>();
  let text = '';
  for (const [, name, hex] of content.matchAll(/\/(\S+) [\d.]+ Tf|<([\da-fA-F]+)>/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    for (const [code] of (hex ?? '').matchAll(/.{4}/g)) text += font.get(code.toUpperCase()) ?? '';
  }
  return text.replaceAll(/\s/g, '');
}

function hexOf(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}

function charactersOf(map: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', character = ''] of block.matchAll(/<(\w{4})> <(\w{4})>/g))
      found.set(code.toUpperCase(), String.fromCharCode(Number.parseInt(character, 16)));
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', first = ''] of block.matchAll(
      /<(\w{4})> <(\w{4})> <(\w{4})>/g,
    ))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1)
        found.set(
          hexOf(code),
          String.fromCharCode(Number.parseInt(first, 16) + code - Number.parseInt(from, 16)),
        );
  return found;
}

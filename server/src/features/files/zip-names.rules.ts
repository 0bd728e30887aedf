import type { zipNameParts } from '@shotwright/contract';

/** Parts of an image's name in a zip. */
export type NameParts = Readonly<Record<(typeof zipNameParts)[number], string>>;

const maxPartLength = 80;
const maxSegmentLength = 180;
// Reserved device names on Windows, with any extension.
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Creates a function that names images by a template. Names are valid on every system, never
 * outside the extraction folder, and unique, also on case-insensitive file systems.
 */
export function createZipNames(template: string): (parts: NameParts) => string {
  const taken = new Set<string>(['manifest.csv']);
  return (parts) => {
    const filled = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      safePart(Object.entries(parts).find(([part]) => part === name)?.[1] ?? ''),
    );
    const segments = filled.split(/[\\/]/).map(safeSegment).filter(Boolean);
    const path = segments.join('/') || 'picture';
    let unique = path;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) {
      unique = path.replace(/(\.[^./]{1,10})?$/, `-${count}$1`);
    }
    taken.add(unique.toLowerCase());
    return unique;
  };
}

/** Reduces a part to letters, digits and a few symbols; a part never creates a folder. */
function safePart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[-. ]+|[-. ]+$/g, '');
  return cut(plain, maxPartLength);
}

function safeSegment(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}<>:"|?*]+/gu, '-').replaceAll(/^[. ]+|[. ]+$/g, '');
  const short = cut(plain, maxSegmentLength);
  return deviceName.test(short) ? `_${short}` : short;
}

/** Truncates without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

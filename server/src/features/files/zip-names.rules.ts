import type { zipNameParts } from '@shotwright/contract';

/** What a picture's name in a zip is made of. */
export type NameParts = Readonly<Record<(typeof zipNameParts)[number], string>>;

const maxPartLength = 80;
const maxSegmentLength = 180;
// Names that Windows keeps for devices, with any ending.
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A function that names pictures by a template: safe on every system, never outside the folder it is unpacked to, and never
 * the same twice, also where upper and lower case are one.
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

/** Letters, digits and a few marks; a part never makes a folder of its own. */
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

/** Never through the middle of a character. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** One checkable item of the acceptance list. */
export interface AcceptanceItem {
  /** For example `AP-12`. */
  readonly id: string;
  /** Number of the section it stands in, for example `3.10`. */
  readonly section: string;
  /** Goes beyond the specification (marked `+`, by itself or by its section's heading). */
  readonly isBeyond: boolean;
  /** `P1`, `P2`, `P3`, or empty for an item of the specification. */
  readonly priority: string;
}

/** A numbered section of the acceptance list. */
export interface AcceptanceSection {
  readonly number: string;
  readonly title: string;
  readonly items: readonly AcceptanceItem[];
}

const HEADING = /^#{2,} (?<number>\d+(?:\.\d+)*)\.? +(?<title>.+)$/;
const BULLET = /^- (?<id>[A-Z]+-\d+)\b(?<rest>.*)$/;
const TABLE_ROW = /^\| *(?<id>[A-Z]+-\d+) *\|(?<rest>.*)$/;
/** Rulings settle how to read the others; they are not items of their own. */
const RULING = /^RL-/;

/** Reads the acceptance list's markdown: its sections in order, each with its items (sections without any are left out). */
export function readAcceptanceList(markdown: string): AcceptanceSection[] {
  const sections: { number: string; title: string; mark: string; items: AcceptanceItem[] }[] = [];
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line)?.groups;
    if (heading !== undefined) {
      const title = heading['title'] ?? '';
      const mark = /\ball (\+(?: P\d)?)/.exec(title)?.[1] ?? '';
      sections.push({ number: heading['number'] ?? '', title, mark, items: [] });
      continue;
    }
    const section = sections.at(-1);
    const found = (BULLET.exec(line) ?? TABLE_ROW.exec(line))?.groups;
    const id = found?.['id'];
    if (section === undefined || id === undefined || RULING.test(id)) continue;
    const mark = /^\s*\+(?: P\d)?/.exec(found?.['rest'] ?? '')?.[0] ?? section.mark;
    const priority = /P\d/.exec(mark)?.[0] ?? /P\d/.exec(section.mark)?.[0] ?? '';
    section.items.push({ id, section: section.number, isBeyond: mark !== '', priority });
  }
  return sections.filter((section) => section.items.length > 0);
}

/** One checkable item of the acceptance list. */
export interface AcceptanceItem {
  /** Examples: `AP-12`, `CO-A3`. */
  readonly id: string;
  /** Number of its section, for example `3.10`. */
  readonly section: string;
  /** True if it exceeds the specification (marked `+`, itself or by its section's heading). */
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

const headingPattern = /^#{2,} (?<number>\d+(?:\.\d+)*)\.? +(?<title>.+)$/;
const bulletPattern = /^- (?<id>[A-Z]+-[A-Z]?\d+)\b(?<rest>.*)$/;
const tableRowPattern = /^\| *(?<id>[A-Z]+-\d+) *\|(?<rest>.*)$/;
/** Rulings define how to read the other items; they are not items themselves. */
const rulingPattern = /^RL-/;

/**
 * Parses the acceptance list's Markdown: its sections in order, each with its items (sections
 * without items are omitted).
 */
export function readAcceptanceList(markdown: string): AcceptanceSection[] {
  const sections: { number: string; title: string; mark: string; items: AcceptanceItem[] }[] = [];
  for (const line of markdown.split('\n')) {
    const heading = headingPattern.exec(line)?.groups;
    if (heading !== undefined) {
      const title = heading['title'] ?? '';
      const mark = /\ball (\+(?: P\d)?)/.exec(title)?.[1] ?? '';
      sections.push({ number: heading['number'] ?? '', title, mark, items: [] });
      continue;
    }
    const section = sections.at(-1);
    const found = (bulletPattern.exec(line) ?? tableRowPattern.exec(line))?.groups;
    const id = found?.['id'];
    if (section === undefined || id === undefined || rulingPattern.test(id)) continue;
    const mark = /^\s*\+(?: P\d)?/.exec(found?.['rest'] ?? '')?.[0] ?? section.mark;
    const priority = /P\d/.exec(mark)?.[0] ?? /P\d/.exec(section.mark)?.[0] ?? '';
    section.items.push({ id, section: section.number, isBeyond: mark !== '', priority });
  }
  return sections.filter((section) => section.items.length > 0);
}

import type { Office } from './office.ts';

/** How a command answers. */
export interface Output {
  /** One line of JSON in place of a sentence. */
  readonly json?: true;
}

/** Opens the office for a command's work, prints what it answers, and closes the office whatever happens. */
export type UseOffice = (
  output: Output,
  work: (office: Office) => Promise<{ readonly json: object; readonly text: string }>,
) => Promise<void>;

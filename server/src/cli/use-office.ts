import type { Office } from './office.ts';

/** Output format of a command. */
export interface Output {
  /** Prints one line of JSON instead of a sentence. */
  readonly json?: true;
}

/**
 * Opens the {@link Office} for a command, prints the result of `work`, and closes the
 * {@link Office} in every case.
 */
export type UseOffice = (
  output: Output,
  work: (office: Office) => Promise<{ readonly json: object; readonly text: string }>,
) => Promise<void>;

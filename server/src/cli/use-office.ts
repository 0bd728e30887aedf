import type { AdminContext } from './admin-context.ts';

/** Output format of a command. */
export interface Output {
  /** Prints one line of JSON instead of a sentence. */
  readonly json?: true;
}

/**
 * Opens the {@link AdminContext} for a command, prints the result of `work`, and closes the
 * {@link AdminContext} in every case.
 */
export type WithAdminContext = (
  output: Output,
  work: (context: AdminContext) => Promise<{ readonly json: object; readonly text: string }>,
) => Promise<void>;

import { listChoices } from './docs.ts';
import type { OptionExclusion } from './row.ts';
import { captureOptionNames, optionRow, type CaptureOptionName } from './table.ts';

type ParsedRequest = Readonly<Partial<Record<string, unknown>>>;

/** An option that cannot be combined with another option of its request. */
export interface OptionConflict {
  readonly name: CaptureOptionName;
  /** End of a sentence that begins with the name; it names the other option. */
  readonly message: string;
}

/** Returns the first option of a parsed request that cannot be combined with another one. */
export function findOptionConflict(request: ParsedRequest): OptionConflict | undefined {
  for (const name of captureOptionNames) {
    const { excludes } = optionRow(name);
    if (excludes && isGiven(name, request) && hasExcluded(excludes, request)) {
      return { name, message: messageOf(excludes) };
    }
  }
  return undefined;
}

function hasExcluded({ options, values }: OptionExclusion, request: ParsedRequest): boolean {
  return captureOptionNames
    .filter((name) => options.includes(name))
    .some((name) =>
      values === undefined ? isGiven(name, request) : values.some((one) => one === request[name]),
    );
}

/** True if the value is not the default that the schema filled in. */
function isGiven(name: CaptureOptionName, request: ParsedRequest): boolean {
  const row = optionRow(name);
  const isFilled = row.defaultUnless === undefined && request[name] === row.default;
  return request[name] !== undefined && !isFilled;
}

function messageOf({ options, values = [], reason }: OptionExclusion): string {
  const excluded = [listChoices(options), ...(values.length > 0 ? [listChoices(values)] : [])];
  return `cannot be combined with ${excluded.join(' ')}: ${reason}`;
}

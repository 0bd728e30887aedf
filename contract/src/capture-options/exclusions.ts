import { listChoices, listItems } from './docs.ts';
import type { OptionExclusion } from './row.ts';
import { captureOptionNames, optionRow, type CaptureOptionName } from './table.ts';

type ParsedRequest = Readonly<Partial<Record<string, unknown>>>;

/** An option that cannot be combined with another option of its request. */
export interface OptionConflict {
  readonly name: CaptureOptionName;
  /** The other options; none if an option is missing. */
  readonly others: readonly CaptureOptionName[];
  /** End of a sentence that begins with the name; it names the other option. */
  readonly message: string;
  /** Reason alone, as the end of a sentence. */
  readonly reason: string;
}

/** Options with a rule about other options; few of all. */
const ruledOptionNames = captureOptionNames.filter((name) => {
  const { excludes, requires, requiresAll } = optionRow(name);
  return [excludes, requires, requiresAll].some((rule) => rule !== undefined);
});

/** Returns the first option of a parsed request that cannot be combined with another one. */
export function findOptionConflict(request: ParsedRequest): OptionConflict | undefined {
  for (const name of ruledOptionNames) {
    if (!isGiven(name, request)) continue;
    const { excludes = [] } = optionRow(name);
    const excluded = excludes.find((one) => excludedIn(name, one, request).length > 0);
    if (excluded) {
      const others = excludedIn(name, excluded, request);
      return { name, others, message: messageOf(excluded), reason: excluded.reason };
    }
    const missing = missingOf(name, request);
    if (missing === undefined) continue;
    const message = `has an effect only with ${missing}`;
    return { name, others: [], message, reason: `it ${message}` };
  }
  return undefined;
}

/** Returns the options without which the option has no effect, in words. */
function missingOf(name: CaptureOptionName, request: ParsedRequest): string | undefined {
  const { requires = [], requiresAll = [] } = optionRow(name);
  const given = (names: readonly string[]): readonly string[] =>
    captureOptionNames.filter((other) => names.includes(other) && isGiven(other, request));
  if (requires.length > 0 && given(requires).length === 0) return listChoices(requires);
  const isComplete = given(requiresAll).length === requiresAll.length;
  return isComplete ? undefined : listItems(requiresAll);
}

/** Returns the options of the request that the option excludes. */
function excludedIn(
  name: CaptureOptionName,
  { options, values, isCommonValue }: OptionExclusion,
  request: ParsedRequest,
): CaptureOptionName[] {
  return captureOptionNames
    .filter((other) => options.includes(other))
    .filter((other) => {
      if (isCommonValue) return hasCommonValue(request[name], request[other]);
      if (values === undefined) return isGiven(other, request);
      return values.some((one) => one === request[other]);
    });
}

function hasCommonValue(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) && one.some((value) => other.includes(value));
}

/** True if the value is not the default that the schema filled in. */
function isGiven(name: CaptureOptionName, request: ParsedRequest): boolean {
  const row = optionRow(name);
  const isFilled = row.defaultUnless === undefined && request[name] === row.default;
  return request[name] !== undefined && !isFilled;
}

function messageOf({ options, values = [], isCommonValue, reason }: OptionExclusion): string {
  if (isCommonValue) return `must not have a value of ${listChoices(options)}: ${reason}`;
  const excluded = [listChoices(options), ...(values.length > 0 ? [listChoices(values)] : [])];
  return `cannot be combined with ${excluded.join(' ')}: ${reason}`;
}

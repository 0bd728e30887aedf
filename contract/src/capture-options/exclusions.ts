import { listChoices } from './docs.ts';
import type { OptionExclusion } from './row.ts';
import { captureOptionNames, optionRow, type CaptureOptionName } from './table.ts';

type ParsedRequest = Readonly<Partial<Record<string, unknown>>>;

/** An option that cannot be combined with another option of its request. */
export interface OptionConflict {
  readonly name: CaptureOptionName;
  /** End of a sentence that begins with the name; it names the other option. */
  readonly message: string;
  /** Reason alone, as the end of a sentence. */
  readonly reason: string;
}

/** Returns the first option of a parsed request that cannot be combined with another one. */
export function findOptionConflict(request: ParsedRequest): OptionConflict | undefined {
  for (const name of captureOptionNames) {
    const { excludes, requires } = optionRow(name);
    if (excludes && isGiven(name, request) && hasExcluded(name, excludes, request)) {
      return { name, message: messageOf(excludes), reason: excludes.reason };
    }
    const needed = captureOptionNames.filter((other) => requires?.includes(other));
    if (
      needed.length > 0 &&
      isGiven(name, request) &&
      !needed.some((one) => isGiven(one, request))
    ) {
      const effect = `has an effect only with ${listChoices(needed)}`;
      return { name, message: effect, reason: `it ${effect}` };
    }
  }
  return undefined;
}

function hasExcluded(
  name: CaptureOptionName,
  { options, values, isCommonValue }: OptionExclusion,
  request: ParsedRequest,
): boolean {
  return captureOptionNames
    .filter((other) => options.includes(other))
    .some((other) => {
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

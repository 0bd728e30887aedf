import { defaultCreditPrices, type CreditPrices } from '../paths/plans.ts';
import { optionGroups, type OptionExclusion, type OptionValue } from './row.ts';
import { captureOptionNames, optionRow, type CaptureOptionName } from './table.ts';

/** One row of the documentation's table of options, as text. */
export interface OptionDocs {
  readonly name: CaptureOptionName;
  readonly aliases: readonly string[];
  /** Title of the group. */
  readonly group: string;
  readonly sentence: string;
  /** Valid values: `100 to 7680`. */
  readonly values: string;
  readonly default: string | undefined;
  readonly example: string;
  /** `URL`, `HTML` or both. */
  readonly sources: readonly ('URL' | 'HTML')[];
  /** Options that cannot be combined with this one, with the values if not all: `file_type jpeg`. */
  readonly excludes: readonly string[];
  /** Credits that the example adds to the price of a capture. */
  readonly price: number;
}

/** Returns the documentation of every option of the public API, in order. */
export function optionDocs(prices: CreditPrices = defaultCreditPrices): OptionDocs[] {
  return captureOptionNames
    .filter((name) => {
      const calls = optionRow(name).appliesTo;
      return calls.includes('url') || calls.includes('html');
    })
    .map((name) => {
      const row = optionRow(name);
      const { sentence, example } = row.docs;
      return {
        name,
        aliases: row.aliases ?? [],
        group: optionGroups[row.group],
        sentence,
        values: describeValue(row.value),
        default: row.default === undefined ? undefined : String(row.default),
        example: typeof example === 'object' ? JSON.stringify(example) : String(example),
        sources: [
          ...(row.appliesTo.includes('url') ? (['URL'] as const) : []),
          ...(row.appliesTo.includes('html') ? (['HTML'] as const) : []),
        ],
        excludes: excludedBy(name),
        price: row.price?.(example, prices) ?? 0,
      };
    });
}

function excludedBy(name: CaptureOptionName): string[] {
  const own = (optionRow(name).excludes ?? []).flatMap((exclusion) =>
    exclusion.options.map((option) => `${option}${excludedValues(exclusion)}`),
  );
  const others = captureOptionNames.filter((other) =>
    optionRow(other).excludes?.some(
      ({ options, values }) => values === undefined && options.includes(name),
    ),
  );
  return [...own, ...others];
}

function excludedValues({ isCommonValue, values }: OptionExclusion): string {
  if (isCommonValue) return ' with the same value';
  return values === undefined ? '' : ` ${listChoices(values)}`;
}

/** Returns the values of a choice as a list in a sentence: `png or jpeg`. */
export function listChoices(values: readonly string[]): string {
  return listWith('or', values);
}

/** Returns values as a list in a sentence: `width and height`. */
export function listItems(values: readonly string[]): string {
  return listWith('and', values);
}

function listWith(word: string, values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} ${word} ${last}`;
}

function describeValue(value: OptionValue): string {
  switch (value.kind) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return `${value.min} to ${value.max}`;
    case 'id':
      return 'id';
    case 'choice':
      return listChoices(value.values);
    case 'choices':
      return `list of ${value.values.join(', ')}`;
    case 'text':
      if (value.pattern !== undefined) return value.pattern.error.replace(/^must be /, '');
      if (value.maxBytes !== undefined) return `text, at most ${value.maxBytes} bytes`;
      return value.maxLength === undefined ? 'text' : `text, at most ${value.maxLength} characters`;
    case 'instant':
      return 'time in ISO 8601, from 2000 to 2099';
    case 'url':
      return `URL, at most ${value.maxLength} characters`;
    case 'html':
      return `HTML, at most ${value.maxBytes} bytes`;
    case 'list':
      return `list of at most ${value.maxItems} texts, each at most ${value.maxItemBytes} bytes`;
    case 'cookies':
      return `text or list of JSON objects, at most ${value.maxBytes} bytes`;
    case 'steps':
      return `list of at most ${value.maxItems} lines or JSON objects`;
    case 'headers':
    default:
      return `JSON object, at most ${value.maxBytes} bytes`;
  }
}

import { stepActions, stepFields, type OptionValue } from '@shotwright/contract';
import {
  clientOptions,
  errorCodeNames,
  optionSentence,
  printedNotice,
  responseSchemas,
  type ClientOption,
  type JsonSchema,
} from './wire-types.ts';

const notice = `// ${printedNotice}\n`;

/** Returns `capture-options.ts` of the TypeScript SDK: the options of a capture as types. */
export function printCaptureOptions(): string {
  const options = clientOptions();
  const ofBoth = options.filter(({ sources }) => sources.length === 2);
  const only = (source: 'URL' | 'HTML') =>
    options.filter(({ sources }) => sources.length === 1 && sources.includes(source));
  return `${notice}
/** A cookie, as text or as an object. */
type CookieInput = string | Readonly<Record<string, unknown>>;

/** A step: a line such as \`click #login\`, or an object. Units: ms and CSS pixels. */
export type StepInput =
  | string
  | {
      readonly action: ${union(Object.keys(stepActions))};
${Object.entries(stepFields)
  .map(([name, type]) => `      readonly ${name}?: ${type};`)
  .join('\n')}
    };

/** Options of every capture. */
interface SharedCaptureOptions {
${ofBoth.map(propertyOf).join('\n')}
}

/** Options of a capture of a URL. */
export interface UrlCaptureOptions extends SharedCaptureOptions {
${only('URL').map(propertyOf).join('\n')}
}

/** Options of a capture of HTML. */
export interface HtmlCaptureOptions extends SharedCaptureOptions {
${only('HTML').map(propertyOf).join('\n')}
}

/** Options of a capture of the URL that a saved setting has. */
export interface SettingCaptureOptions extends Omit<UrlCaptureOptions, 'url' | 'setting_id'> {
  readonly url?: undefined;
  readonly setting_id: number;
}

/** Options of a capture of a URL or of HTML. Beside \`setting_id\`, null removes an option of the setting. */
export type CaptureOptions = UrlCaptureOptions | HtmlCaptureOptions | SettingCaptureOptions;
`;
}

function propertyOf(option: ClientOption): string {
  const isRequired = option.name === 'url' || option.name === 'html';
  const type = typeOfValue(option.value);
  return `  /** ${optionSentence(option)} */
  readonly ${option.name}${isRequired ? `: ${type}` : `?: ${type} | null | undefined`};`;
}

function typeOfValue(value: OptionValue): string {
  switch (value.kind) {
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'id':
      return 'number';
    case 'choice':
      return union(value.values);
    case 'choices':
      return `readonly (${union(value.values)})[]`;
    case 'list':
      return 'string | readonly string[]';
    case 'headers':
      return 'Readonly<Record<string, string>>';
    case 'cookies':
      return 'string | readonly CookieInput[]';
    case 'steps':
      return 'string | readonly StepInput[]';
    case 'text':
    case 'url':
    case 'html':
    case 'instant':
    default:
      return 'string';
  }
}

/** Returns `responses.ts` of the TypeScript SDK: responses and error codes as types. */
export function printResponses(): string {
  const types = Object.entries(responseSchemas()).map(
    ([name, schema]) => `/** ${typeDocs[name] ?? name} */
export type ${name} = ${typeOf(schema, '')};
`,
  );
  return `${notice}
/** Error code of the API. */
export type ApiErrorCode =
${errorCodeNames()
  .map((code) => `  | '${code}'`)
  .join('\n')};

${types.join('\n')}
/** One page of screenshots, newest first. */
export interface ScreenshotPage {
  readonly screenshots: readonly Screenshot[];
  readonly meta: { readonly page: number; readonly limit: number; readonly total: number; readonly isTotalExact: boolean };
}
`;
}

const typeDocs: Readonly<Record<string, string>> = {
  Screenshot: 'A screenshot: its state, its image, its price, and reports about the capture.',
  Receipt: 'An accepted capture; `requestId` is the id of its screenshot.',
  Device: 'A device that a capture can emulate.',
  Comparison: 'Difference between two screenshots; sizes in pixels.',
  Baseline:
    'The approved screenshot of a URL with its options, and the limits of the difference from it.',
  BaselineCheck: 'Result of comparing a screenshot with the baseline of its URL and options.',
  Estimate: 'Price of a capture that was validated, but not accepted.',
  Batch: 'Batch: captures that were requested together.',
  BatchItem: 'Item of a batch with its screenshot.',
  BatchReceipt: 'Response to a batch that was accepted, or only checked.',
  SitemapReading: 'Pages that the sitemap of a website lists.',
  Usage: 'Credits and storage used in the running cycle. Sizes in bytes.',
  WebhookEvent: 'Body of a webhook.',
  SignedEvents:
    'Events of captures that ended, with the headers that sign their bodies; `cursor` continues after them.',
  Project: 'A project with its figures. Sizes in bytes.',
  RequestPage:
    'Calls with API keys, newest first; `next` is the cursor of older ones. Times in ms.',
  WebhookSample: 'A sample event as it was sent, and the answer of its receiver.',
  Link: 'A signed link, its end, and the price of each new capture.',
};

const keywords: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema: JsonSchema, indent: string): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum);
  if (schema.items) return `readonly ${wrapped(typeOf(schema.items, indent))}[]`;
  if (schema.properties) return objectType(schema, indent);
  if (schema.type === 'object') {
    const { additionalProperties } = schema;
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : '';
    return `Readonly<Record<string, ${value || 'unknown'}>>`;
  }
  const types: readonly string[] = schema.type === undefined ? [] : [schema.type].flat();
  return types.map((type) => keywords[type] ?? 'unknown').join(' | ') || 'unknown';
}

function objectType({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, deeper);
    const isRequired = required.includes(name);
    return `${deeper}readonly ${name}${isRequired ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const wrapped = (type: string): string =>
  type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type;

const union = (values: readonly unknown[]): string => values.map(literal).join(' | ');

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

/** Returns `option-table.ts` of the TypeScript SDK: the options of a capture as data. */
export function printOptionTable(): string {
  const rows = clientOptions().map((option) => {
    const { name, value, sources, group } = option;
    const row = {
      name,
      kind: value.kind,
      ...('values' in value && { choices: value.values }),
      group,
      sources,
      sentence: optionSentence(option),
    };
    return `  ${JSON.stringify(row)},`;
  });
  return `${notice}
/** An option of a capture, for programs that offer the options to their users. */
export interface OptionEntry {
  readonly name: string;
  /** Kind of the value. */
  readonly kind: ${union(kinds())};
  /** Valid values of a choice or of a list of choices. */
  readonly choices?: readonly string[];
  /** Title of the group of options. */
  readonly group: string;
  /** Captures that have the option. */
  readonly sources: readonly ('URL' | 'HTML')[];
  /** Meaning, limits and default. */
  readonly sentence: string;
}

/** Every option of a capture, in the order of the documentation. */
export const optionTable: readonly OptionEntry[] = [
${rows.join('\n')}
];
`;
}

function kinds(): string[] {
  return [...new Set(clientOptions().map(({ value }) => value.kind))].sort();
}

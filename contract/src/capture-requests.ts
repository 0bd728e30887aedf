import { z } from 'zod';
import { listChoices } from './capture-options/docs.ts';
import type {
  CaptureCall,
  CaptureOptionRow,
  OptionValue,
  ParsedValue,
  WireValue,
} from './capture-options/row.ts';
import {
  optionNamesOf,
  optionRow,
  savedOptionNames,
  type CaptureOptionRows,
  type OptionNameOf,
  type SavedOptionName,
} from './capture-options/table.ts';
import { captureModes } from './capture-options/form.ts';
import { boundedText, wireBoolean, wireChoices, wireId, wireList, wireNumber } from './wire.ts';
import { optionTextOf } from './capture-options/stored-options.ts';

type ValueSchema<V extends OptionValue> = z.ZodType<ParsedValue<V>, WireValue<V>>;
type FieldSchema<Row extends CaptureOptionRow, C extends CaptureCall> = Row extends {
  readonly requiredBy: readonly (infer R)[];
}
  ? C extends R
    ? ValueSchema<Row['value']>
    : z.ZodOptional<ValueSchema<Row['value']>>
  : Row extends { readonly defaultUnless: string }
    ? z.ZodOptional<ValueSchema<Row['value']>>
    : Row extends { readonly default: string | number | boolean }
      ? z.ZodDefault<ValueSchema<Row['value']>>
      : z.ZodOptional<ValueSchema<Row['value']>>;
type RequestShape<C extends CaptureCall> = {
  [K in OptionNameOf<C>]: FieldSchema<CaptureOptionRows[K], C>;
};

const textOrObject = z.union([z.string(), z.record(z.string(), z.unknown())]);
/** Maximum length of an example in a message. Unit: characters. */
const maxExampleLength = 60;
const instantError = 'must be a time in ISO 8601 from 2000 to 2099, such as 2025-01-01T00:00:00Z';

/** A capture of a URL, requested by an API client. */
export const urlCaptureSchema = requestSchema('url');
/** A capture of pasted HTML, requested by an API client. */
export const htmlCaptureSchema = requestSchema('html');
/** A capture of a URL, requested from the dashboard. */
export const dashboardUrlCaptureSchema = requestSchema('dashboard_url');
/** A capture of pasted HTML, requested from the dashboard; no proxy and no selector. */
export const dashboardHtmlCaptureSchema = requestSchema('dashboard_html');

function requestSchema<C extends CaptureCall>(call: C) {
  const fields = optionNamesOf(call).map((name) => [name, fieldSchema(optionRow(name), call)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fieldSchema` follows `FieldSchema`
  return z.strictObject(Object.fromEntries(fields) as RequestShape<C>);
}

function fieldSchema(row: CaptureOptionRow, call: CaptureCall): z.ZodType {
  const schema = valueSchema(row);
  const { aliases = [], docs } = row;
  const others = aliases.length === 0 ? '' : ` Also accepted as ${listChoices(aliases)}.`;
  const sentence = `${docs.sentence}${others}`;
  if (row.requiredBy?.includes(call)) return schema.describe(sentence);
  // A default would hide whether the client combined the option with the one that replaces it.
  if (row.default === undefined || row.defaultUnless !== undefined)
    return schema.optional().describe(sentence);
  return schema.default(row.default).describe(sentence);
}

function valueSchema({ value, docs }: CaptureOptionRow): z.ZodType {
  switch (value.kind) {
    case 'boolean':
      return wireBoolean;
    case 'number':
      return wireNumber({ ...value, isInteger: value.decimals === undefined });
    case 'id':
      return wireId;
    case 'choice':
      return choiceSchema(value);
    case 'choices':
      return wireChoices(value.values);
    case 'list':
      return wireList(value);
    case 'text':
      return textSchema(value, docs.example);
    case 'instant':
      return z.iso
        .datetime({ offset: true, error: instantError })
        .refine((text) => /^20\d\d-/.test(text), { error: instantError });
    case 'url':
      return z
        .string({ error: requiredText('the URL of the page') })
        .trim()
        .min(1, { error: 'is required: the URL of the page' });
    case 'html':
      return z
        .string({ error: requiredText('the HTML to render') })
        .refine((text) => text.trim() !== '', { error: 'must not be blank' });
    case 'cookies':
    case 'steps':
      return z.union([z.string(), z.array(textOrObject)], {
        error: 'must be text, or a list of texts and JSON objects',
      });
    case 'headers':
    default:
      return z.union([z.string(), z.record(z.string(), z.unknown())], {
        error: 'must be a JSON object or its text',
      });
  }
}

/** Returns the message about a field that is absent or not text. */
function requiredText(what: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `is required: ${what}` : `must be text: ${what}`);
}

function choiceSchema({ values, isCaseIgnored }: OptionValue & { readonly kind: 'choice' }) {
  const error = `must be ${listChoices(values)}`;
  const choice = z.enum(values, { error });
  return isCaseIgnored ? z.string({ error }).toLowerCase().pipe(choice) : choice;
}

function textSchema(value: OptionValue & { readonly kind: 'text' }, example: unknown) {
  const { minLength, maxLength, maxBytes, pattern } = value;
  if (pattern !== undefined)
    return z
      .string({ error: pattern.error })
      .regex(new RegExp(pattern.source, 'u'), { error: pattern.error });
  const isShort = typeof example === 'string' && example.length <= maxExampleLength;
  const typeError = isShort ? `must be text such as ${example}` : 'must be text';
  if (maxBytes !== undefined) return boundedText(maxBytes, typeError);
  // Zod also calls this function for the errors of the limits below.
  const text = z.string({
    error: ({ code }) => (code === 'invalid_type' ? typeError : undefined),
  });
  const atLeast = text.min(minLength ?? 0);
  return maxLength === undefined ? atLeast : atLeast.max(maxLength);
}

/** Limit of options whose row has none. Unit: bytes. */
const shortTextBytes = 100;

/**
 * A stored option is text, whatever type a client sent. Source: specification §3, acceptance AP-37.
 */
const savedText = (value: OptionValue, maxBytes: number) =>
  z
    .union([z.string(), z.number(), z.boolean(), z.array(z.string())], { error: 'must be text' })
    .transform((given) => optionTextOf(given, value))
    .pipe(boundedText(maxBytes))
    .optional();

/**
 * Names and size limits of the options of a saved setting; `mode` and `html` preserve HTML settings
 * completely (ruling RL-24).
 */
export const savedOptionsSchema = z.strictObject({
  mode: z.enum(captureModes, { error: `must be ${listChoices(captureModes)}` }).optional(),
  ...savedShape(),
});

function savedShape() {
  const fields = savedOptionNames.map((name) => {
    const { value } = optionRow(name);
    const listBytes = 'maxItemBytes' in value ? value.maxItems * value.maxItemBytes : undefined;
    const bytes = 'maxBytes' in value ? value.maxBytes : listBytes;
    const length = 'maxLength' in value ? value.maxLength : undefined;
    return [name, savedText(value, bytes ?? length ?? shortTextBytes)];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one field for each saved option
  return Object.fromEntries(fields) as Record<SavedOptionName, ReturnType<typeof savedText>>;
}

/** A parsed capture of a URL. */
export type UrlCapture = z.output<typeof urlCaptureSchema>;
/** A parsed capture of pasted HTML. */
export type HtmlCapture = z.output<typeof htmlCaptureSchema>;
/** Type inferred from {@link savedOptionsSchema}. */
export type SavedOptions = z.output<typeof savedOptionsSchema>;

import type { CaptureCall, CaptureOptionRow, ParsedValue } from './row.ts';
import { advancedOptions } from './rows/advanced.ts';
import { cacheOptions } from './rows/cache.ts';
import { cleanUpOptions } from './rows/clean-up.ts';
import { deliveryOptions } from './rows/delivery.ts';
import { emulationOptions } from './rows/emulation.ts';
import { loadingOptions } from './rows/loading.ts';
import { outputOptions } from './rows/output.ts';
import { imageOptions } from './rows/output-image.ts';
import { pageOptions } from './rows/output-page.ts';
import { pdfOptions } from './rows/output-pdf.ts';
import { sourceOptions } from './rows/source.ts';
import { stepOptions } from './rows/steps.ts';
import { waitingOptions } from './rows/waiting.ts';

/**
 * Every option of a capture request, by wire name. Request schemas, saved settings, stored options,
 * the dashboard's form and URL, the OpenAPI document and the documentation are derived from it. The
 * order is the one of the specification (§3) and of request bodies, forms and documents.
 */
export const captureOptions = {
  ...sourceOptions,
  ...outputOptions,
  ...imageOptions,
  ...pageOptions,
  ...pdfOptions,
  ...advancedOptions,
  ...cleanUpOptions,
  ...emulationOptions,
  ...stepOptions,
  ...loadingOptions,
  ...waitingOptions,
  ...deliveryOptions,
  ...cacheOptions,
} as const;

/** Rows of the table with their exact types. */
export type CaptureOptionRows = typeof captureOptions;
/** Wire name of an option. */
export type CaptureOptionName = keyof CaptureOptionRows;
/** Parsed value of an option. */
export type OptionValueOf<K extends CaptureOptionName> = ParsedValue<CaptureOptionRows[K]['value']>;

/** Names of the options whose row has all properties of `P`. */
export type OptionNamesWith<P> = {
  [K in CaptureOptionName]: CaptureOptionRows[K] extends P ? K : never;
}[CaptureOptionName];

/** Option that contains a credential. */
export type SecretOptionName = OptionNamesWith<{ readonly isSecret: true }>;
/** Option that the dashboard's URL carries. */
export type ShareableOptionName = OptionNamesWith<{ readonly isShareable: true }>;
/** Option in the stored options of a screenshot. */
export type StoredOptionName = OptionNamesWith<{
  readonly storage: 'always' | 'if_changed' | 'origin';
}>;
/** Option that decides the image or is stored, so that the capture needs it after its request. */
export type RequestOptionName = OptionNamesWith<{ readonly isInCacheKey: true }> | StoredOptionName;
/** Option that belongs to saved settings and to the dashboard's form. */
export type SavedOptionName = OptionNamesWith<{
  readonly storage: 'column' | 'always' | 'if_changed' | 'setting';
}>;
/** Option whose value is a CSS or XPath selector, or a list of them. */
export type SelectorOptionName = OptionNamesWith<{ readonly value: { readonly isSelector: true } }>;
/** Option that changes the price of a capture. */
export type PricedOptionName = Extract<
  CaptureOptionName,
  OptionNamesWith<{ readonly price: NonNullable<CaptureOptionRow['price']> }>
>;
/** Option of one kind of call. */
export type OptionNameOf<C extends CaptureCall> = {
  [K in CaptureOptionName]: C extends CaptureOptionRows[K]['appliesTo'][number] ? K : never;
}[CaptureOptionName];

/** Option with a value in every parsed request, because its default always applies. */
export type FilledOptionName = Exclude<
  OptionNamesWith<{ readonly default: string | number | boolean }>,
  OptionNamesWith<{ readonly defaultUnless: string }>
>;

/**
 * Parsed options that decide the image or are stored, of any call. Options with a default always
 * have a value.
 */
export type CaptureOptions = {
  readonly [K in RequestOptionName & FilledOptionName]: OptionValueOf<K>;
} & { readonly [K in Exclude<RequestOptionName, FilledOptionName>]?: OptionValueOf<K> | undefined };

/** Returns the row of an option without its exact type, so that every property can be read. */
export function optionRow(name: CaptureOptionName): CaptureOptionRow {
  return captureOptions[name];
}

/** Wire names of all options, in order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
export const captureOptionNames = Object.keys(captureOptions) as readonly CaptureOptionName[];
/** Wire names of the options that contain credentials. */
export const secretOptionNames = captureOptionNames.filter(
  (name): name is SecretOptionName => optionRow(name).isSecret === true,
);
/** Wire names of the options that the dashboard's URL carries. */
export const shareableOptionNames = captureOptionNames.filter(
  (name): name is ShareableOptionName => optionRow(name).isShareable === true,
);
/** Wire names of the options in the stored options of a screenshot. */
export const storedOptionNames = captureOptionNames.filter(isStored);
/** Wire names of the options that decide the image or are stored. */
export const requestOptionNames = captureOptionNames.filter(
  (name): name is RequestOptionName => optionRow(name).isInCacheKey === true || isStored(name),
);
/** Wire names of the options that belong to saved settings and to the dashboard's form. */
export const savedOptionNames = captureOptionNames.filter(
  (name): name is SavedOptionName => !['origin', 'never'].includes(optionRow(name).storage),
);

/** Wire names of the options that do not change the image. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
export const deliveryOptionNames = Object.keys(
  deliveryOptions,
) as readonly (keyof typeof deliveryOptions)[];

/** Wire names of the options whose values are selectors. */
export const selectorOptionNames = captureOptionNames.filter((name): name is SelectorOptionName => {
  const { value } = optionRow(name);
  return 'isSelector' in value && value.isSelector;
});

/** Returns the wire names of the options of one kind of call, in order. */
export function optionNamesOf<C extends CaptureCall>(call: C): readonly OptionNameOf<C>[] {
  return captureOptionNames.filter((name): name is OptionNameOf<C> =>
    optionRow(name).appliesTo.includes(call),
  );
}

function isStored(name: CaptureOptionName): name is StoredOptionName {
  return ['always', 'if_changed', 'origin'].includes(optionRow(name).storage);
}

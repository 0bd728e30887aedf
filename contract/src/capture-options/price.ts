import type { CreditPrices } from '../paths/plans.ts';
import { documentFormats } from '../paths/screenshots.ts';
import {
  captureOptionNames,
  optionRow,
  type OptionValueOf,
  type PricedOptionName,
} from './table.ts';

const pricedOptionNames = captureOptionNames.filter(
  (name): name is PricedOptionName => optionRow(name).price !== undefined,
);

/** Options that change the price of a capture. Numbers may be their text, as forms hold them. */
export type PricedOptions = {
  readonly [K in PricedOptionName]?:
    | OptionValueOf<K>
    | (OptionValueOf<K> extends number ? string : never)
    | undefined;
} & { readonly file_type?: OptionValueOf<'file_type'> | undefined };

/** Part of a price: that of a capture alone (null), or that of an option. Unit: credits. */
export interface PricePart {
  readonly option: PricedOptionName | null;
  readonly credits: number;
}

/** Returns the parts of the price of a capture. Options that add nothing are left out. */
export function pricePartsOf(options: PricedOptions, prices: CreditPrices): readonly PricePart[] {
  const given: Readonly<Partial<Record<string, unknown>>> = options;
  const capture = { option: null, credits: prices.capture };
  // A document has no pixels, so that no option makes it dearer.
  if (options.file_type !== undefined && options.file_type in documentFormats) return [capture];
  const parts = pricedOptionNames.map((option) => ({
    option,
    credits: optionRow(option).price?.(given[option], prices) ?? 0,
  }));
  return [capture, ...parts.filter(({ credits }) => credits > 0)];
}

/**
 * Price of a capture, computed from its request only, so that it is the same at acceptance and at
 * the end. Unit: credits.
 */
export function capturePriceOf(options: PricedOptions, prices: CreditPrices): number {
  return pricePartsOf(options, prices).reduce((sum, { credits }) => sum + credits, 0);
}

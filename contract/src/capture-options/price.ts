import type { CreditPrices } from '../paths/plans.ts';
import { documentFormats } from '../paths/screenshots.ts';
import {
  captureOptionNames,
  optionRow,
  type OptionValueOf,
  type PricedOptionName,
} from './table.ts';

/** Options that change the price of a capture. Numbers may be their text, as forms hold them. */
export type PricedOptions = {
  readonly [K in PricedOptionName]?:
    | OptionValueOf<K>
    | (OptionValueOf<K> extends number ? string : never)
    | undefined;
} & { readonly file_type?: OptionValueOf<'file_type'> | undefined };

/**
 * Price of a capture, computed from its request only, so that it is the same at acceptance and at
 * the end. Unit: credits.
 */
export function capturePriceOf(options: PricedOptions, prices: CreditPrices): number {
  const given: Readonly<Partial<Record<string, unknown>>> = options;
  // A document has no pixels, so that no option makes it dearer.
  if (options.file_type !== undefined && options.file_type in documentFormats)
    return prices.capture;
  return captureOptionNames.reduce(
    (sum, name) => sum + (optionRow(name).price?.(given[name], prices) ?? 0),
    prices.capture,
  );
}

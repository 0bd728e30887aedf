import type { CreditPrices } from '../paths/plans.ts';
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
};

/**
 * Price of a capture, computed from its request only, so that it is the same at acceptance and at
 * the end. Unit: credits.
 */
export function capturePriceOf(options: PricedOptions, prices: CreditPrices): number {
  const given: Readonly<Partial<Record<string, unknown>>> = options;
  return captureOptionNames.reduce(
    (sum, name) => sum + (optionRow(name).price?.(given[name], prices) ?? 0),
    prices.capture,
  );
}

import type { CreditPrices } from '../paths/plans.ts';

/** Kind and limits of an option's value. The request schema, the form field and the docs follow. */
export type OptionValue =
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      /** Decimal places that the form accepts; absent: whole numbers only. */
      readonly decimals?: number;
      /** Distance of the values that the arrows of the form's control choose; absent: 1. */
      readonly step?: number;
    }
  /** Id of another resource. */
  | { readonly kind: 'id' }
  | {
      readonly kind: 'choice';
      readonly values: readonly string[];
      readonly isCaseIgnored?: true;
    }
  /** List of choices without repeats. As text they are separated by commas. */
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  /** List of texts without repeats. As text they are separated by line breaks. */
  | {
      readonly kind: 'list';
      readonly maxItems: number;
      readonly maxItemBytes: number;
      /** Each item is a selector. */
      readonly isSelector?: true;
    }
  | {
      readonly kind: 'text';
      readonly minLength?: number;
      /** Unit: characters. */
      readonly maxLength?: number;
      /** Unit: bytes of UTF-8. */
      readonly maxBytes?: number;
      /** Regular expression of valid text, and the end of a sentence about other text. */
      readonly pattern?: { readonly source: string; readonly error: string };
      /** Blank space at the ends is part of the value. */
      readonly isCode?: true;
      /** CSS, or an XPath expression after `xpath=`. */
      readonly isSelector?: true;
    }
  /** Moment, as ISO 8601 with a zone. */
  | { readonly kind: 'instant' }
  /** URL of the page. */
  | { readonly kind: 'url'; readonly maxLength: number }
  /** HTML document to render. */
  | { readonly kind: 'html'; readonly maxBytes: number }
  /** JSON object of header names and values, or its text. */
  | { readonly kind: 'headers'; readonly maxBytes: number }
  /** Cookies as text or as JSON objects. */
  | { readonly kind: 'cookies'; readonly maxBytes: number }
  /** Actions of a visitor: text with one a line, or a list of lines and JSON objects. */
  | { readonly kind: 'steps'; readonly maxItems: number; readonly maxBytes: number };

/** A cookie or a step as a client may send it: text, or an object. */
export type TextOrObject = string | Record<string, unknown>;

/** Value after parsing. */
export type ParsedValue<V extends OptionValue> = V extends { readonly kind: 'boolean' }
  ? boolean
  : V extends { readonly kind: 'number' | 'id' }
    ? number
    : V extends { readonly kind: 'choice'; readonly values: readonly (infer T)[] }
      ? T
      : V extends { readonly kind: 'choices'; readonly values: readonly (infer T)[] }
        ? readonly T[]
        : V extends { readonly kind: 'headers' }
          ? string | Record<string, unknown>
          : V extends { readonly kind: 'list' }
            ? readonly string[]
            : V extends { readonly kind: 'cookies' | 'steps' }
              ? string | readonly TextOrObject[]
              : string;

/** Value as a client may send it. */
export type WireValue<V extends OptionValue> = V extends { readonly kind: 'boolean' }
  ? boolean | 'true' | 'false'
  : V extends { readonly kind: 'number' | 'id' }
    ? number | string
    : V extends { readonly isCaseIgnored: true }
      ? string
      : V extends { readonly kind: 'choices'; readonly values: readonly (infer T)[] }
        ? string | readonly T[]
        : V extends { readonly kind: 'list' }
          ? string | readonly string[]
          : ParsedValue<V>;

/** Calls that take options: of a URL or of HTML, by an API client or from the dashboard. */
export const captureCalls = ['url', 'html', 'dashboard_url', 'dashboard_html'] as const;
/** One of the {@link captureCalls}. */
export type CaptureCall = (typeof captureCalls)[number];
/** Calls that capture a URL. */
export const urlCalls = ['url', 'dashboard_url'] as const satisfies readonly CaptureCall[];
/** Calls that capture pasted HTML. */
export const htmlCalls = ['html', 'dashboard_html'] as const satisfies readonly CaptureCall[];
/** Calls of API clients. */
export const apiCalls = ['url', 'html'] as const satisfies readonly CaptureCall[];
/** Calls of the dashboard. */
export const dashboardCalls = [
  'dashboard_url',
  'dashboard_html',
] as const satisfies readonly CaptureCall[];

/**
 * Properties of an option that changes the image: every call takes it, and it is stored if it differs
 * from its default.
 */
export const imageChanging = {
  appliesTo: captureCalls,
  storage: 'if_changed',
  isShareable: true,
  isInCacheKey: true,
} as const;

/** Groups of options in the form and in the documentation, in order, with their titles. */
export const optionGroups = {
  source: 'Source',
  output: 'Output',
  pdf: 'PDF',
  advanced: 'Advanced options',
  clean_up: 'Clean up',
  emulate: 'Emulate',
  interact: 'Interact',
  wait: 'Wait and check',
  log_in: 'Log in',
  delivery: 'Delivery',
  cache: 'Cache',
} as const;
/** One of the {@link optionGroups}. */
export type OptionGroup = keyof typeof optionGroups;

/**
 * Place of a value after the request. `column`: a column of the screenshot. `always` and
 * `if_changed`: the screenshot's stored options, with or without values that equal the default.
 * `origin`: the same, but it does not decide the capture, so that neither saved settings nor cache keys
 * have it. `setting`: only saved settings. `never`: only the request carries it. All but `origin` and
 * `never` belong to saved settings and to the dashboard's form.
 */
export type OptionStorage = 'column' | 'always' | 'if_changed' | 'origin' | 'setting' | 'never';

/** Options that a request cannot combine with the option of the row. */
export interface OptionExclusion {
  readonly options: readonly string[];
  /** Their values that cannot be combined; absent: all that are not the default. */
  readonly values?: readonly string[];
  /** True: lists may not have a value in common with this one. */
  readonly isCommonValue?: true;
  /** Reason, as the end of a sentence. */
  readonly reason: string;
}

/** One capture option. Its name on the wire is its key in the table. */
export interface CaptureOptionRow<V extends OptionValue = OptionValue> {
  readonly value: V;
  /** Value if the option is absent; undefined: none. */
  readonly default?: string | number | boolean;
  /**
   * Other names that a client may use on the wire: those of other services. Another spelling of the
   * option's own name is none; it is rejected with a suggestion.
   */
  readonly aliases?: readonly string[];
  /** Other spellings of values, in lower case. */
  readonly valueAliases?: Readonly<Record<string, string>>;
  readonly appliesTo: readonly CaptureCall[];
  readonly requiredBy?: readonly CaptureCall[];
  /** Option that replaces the default: the size has none beside a device. */
  readonly defaultUnless?: string;
  /** Options that cannot be combined with this one; one of the two rows names the other. */
  readonly excludes?: readonly OptionExclusion[];
  /** Options of which one must be given with this one. */
  readonly requires?: readonly string[];
  /** Options that must all be given with this one. */
  readonly requiresAll?: readonly string[];
  readonly group: OptionGroup;
  readonly storage: OptionStorage;
  /** True: contains a credential. It is stored encrypted, shown masked and never put into a URL. */
  readonly isSecret?: true;
  /** True: the dashboard's URL carries it. */
  readonly isShareable?: true;
  /** True: it decides the image, so that it belongs to a cache key. */
  readonly isInCacheKey?: true;
  /** Returns the credits that a value adds to the price of a capture. */
  readonly price?: (value: unknown, prices: CreditPrices) => number;
  readonly docs: {
    /** Label of the control in the form; absent: the name in words. */
    readonly label?: string;
    /** Meaning in one sentence, with the unit. */
    readonly sentence: string;
    readonly example: WireValue<V>;
    /** Values of other options in the example request, where their own examples do not fit. */
    readonly exampleWith?: Readonly<Record<string, string | number | boolean>>;
  };
}

/** Rows of options, by wire name. */
export type CaptureOptionTable = Readonly<Record<string, CaptureOptionRow>>;

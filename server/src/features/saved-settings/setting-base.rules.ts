import {
  captureOptionNames,
  findOptionConflict,
  optionNamesOf,
  optionRow,
  optionTextOf,
  parseOptionText,
  secretOptionNames,
  withCanonicalNames,
  type CaptureOptionName,
  type OptionConflict,
} from '@shotwright/contract';
import { AppError } from '../../shared/app-error.ts';

/** Options of a request before its validation. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Kind of capture for which the options of a setting are used; absent: as its source says. */
export type SettingCall = 'url' | 'html' | undefined;

/** A request that has been completed with the options of a setting. */
export interface CompletedOptions {
  readonly options: Record<string, unknown>;
  /** Names of the options that the setting has added. */
  readonly added: ReadonlySet<string>;
}

/** Sources of captures: the one in the request replaces the other in the setting. */
const sourceNames: ReadonlySet<string> = new Set(['url', 'html']);

/**
 * Returns the options of a request with those of a setting where the request has none. An option of
 * the setting is left out if the call does not take it, if the request resets it with null, or if the
 * request has an option that it cannot be combined with.
 */
export function withSettingOptions(
  request: RawOptions,
  {
    setting,
    call,
    omit = [],
  }: {
    readonly setting: Readonly<Record<string, string>>;
    readonly call: SettingCall;
    /** Options that the call has elsewhere, or not at all. */
    readonly omit?: readonly string[];
  },
): CompletedOptions {
  const { options, conflicts } = withCanonicalNames(request);
  // The validation reports two names of one option.
  if (conflicts.length > 0) return { options: { ...request }, added: new Set() };
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const taken: readonly string[] = optionNamesOf(call ?? callOf(given, setting));
  const hasSource = [...sourceNames].some((name) => Object.hasOwn(given, name));
  const base = Object.entries(setting).filter(
    ([name, text]) =>
      text !== '' &&
      taken.includes(name) &&
      !omit.includes(name) &&
      !Object.hasOwn(options, name) &&
      !(hasSource && sourceNames.has(name)),
  );
  const kept = withoutConflicts(given, Object.fromEntries(base));
  return { options: { ...kept, ...given }, added: new Set(Object.keys(kept)) };
}

/** Returns the kind of capture by the source of the request; without one, by that of the setting. */
function callOf(given: RawOptions, setting: RawOptions): 'url' | 'html' {
  if (given['url'] !== undefined) return 'url';
  return given['html'] !== undefined || setting['mode'] === 'html' ? 'html' : 'url';
}

/** Removes the options of the setting that the request replaces by excluding them. */
function withoutConflicts(
  given: RawOptions,
  base: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = { ...base };
  const checked = parsedOptions({ ...kept, ...given });
  for (;;) {
    const conflict = findOptionConflict(checked);
    if (!conflict) return kept;
    for (const name of droppedBy(conflict, { kept, given })) {
      Reflect.deleteProperty(kept, name);
      Reflect.deleteProperty(checked, name);
    }
    // Two options of the setting, or two of the request, remain: the validation reports them.
    Reflect.deleteProperty(checked, conflict.name);
  }
}

/** Returns the options of the setting that give way to the request in a conflict. */
function droppedBy(
  { name, others }: OptionConflict,
  { kept, given }: { readonly kept: RawOptions; readonly given: RawOptions },
): readonly string[] {
  if (Object.hasOwn(given, name)) return others.filter((one) => Object.hasOwn(kept, one));
  const isReplaced = others.length === 0 || others.some((one) => Object.hasOwn(given, one));
  return isReplaced ? [name] : [];
}

/** Returns options as the rules about their combinations need them; unreadable ones stay as they are. */
function parsedOptions(options: RawOptions): Record<string, unknown> {
  const names: ReadonlySet<string> = new Set(captureOptionNames);
  const isKnown = (name: string): name is CaptureOptionName => names.has(name);
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      if (!isKnown(name) || value === undefined) return [name, value];
      const { value: kind } = optionRow(name);
      return [name, parseOptionText(kind, optionTextOf(value, kind)) ?? value];
    }),
  );
}

/**
 * Returns an error about an option that a setting has added with a sentence about its origin. Secrets
 * of the setting are not repeated.
 */
export function explainOrigin(
  error: unknown,
  { added, settingId }: { readonly added: ReadonlySet<string>; readonly settingId: number },
): unknown {
  if (!(error instanceof AppError)) return error;
  const ofSetting = fieldsOf(error).filter(({ path }) => added.has(path));
  const [first] = ofSetting;
  if (!first) return error;
  const names = [...new Set(ofSetting.map(({ path }) => path))];
  const secret = secretOptionNames.find((name) => names.includes(name));
  const { code, details, retryAfterSeconds } = error;
  if (secret !== undefined) {
    const message = `the ${secret} stored with saved setting ${settingId} cannot be used; correct it in the setting, or send ${secret}`;
    return new AppError({
      code,
      message: `setting_id: ${message}`,
      details: { fields: [{ path: 'setting_id', message }] },
    });
  }
  const origin = `${names.join(', ')} ${names.length === 1 ? 'is an option' : 'are options'} of saved setting ${settingId} (setting_id).`;
  const text = /[.?!]$/.test(error.message) ? error.message : `${error.message}.`;
  return new AppError({
    code,
    details,
    message: `${text} ${origin}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function fieldsOf({ details }: AppError): readonly { readonly path: string }[] {
  const { fields } = details;
  const list: readonly unknown[] = Array.isArray(fields) ? fields : [];
  return list.flatMap((field) => {
    const path: unknown =
      typeof field === 'object' && field !== null ? Reflect.get(field, 'path') : 0;
    return typeof path === 'string' ? [{ path }] : [];
  });
}

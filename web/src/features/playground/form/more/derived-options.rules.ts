import {
  captureFormDefaults,
  findOptionConflict,
  optionGroups,
  optionNamesOf,
  optionRow,
  parseOptionText,
  parseSteps,
  requestBodyOf,
  savedOptionNames,
  type CaptureFormValues,
  type CaptureOptionName,
  type OptionGroup,
  type SavedOptionName,
} from '@shotwright/contract/capture-options';
import { secretMask } from '@shotwright/contract/paths';

/** Formats that the specified control offers. The derived one offers all of them. */
const specifiedFormats: readonly string[] = ['png', 'jpeg'];

/** Options with a control of their own only. Source: specification §2. */
const specifiedNames = [
  'url',
  'html',
  'project_id',
  'full_page',
  'disable_animations',
  'disable_javascript',
  'retina',
  'emulate_device',
  'width',
  'height',
  'delay',
  'proxy_url',
  'element_selector',
  'inject_css',
  'inject_js',
  'custom_header',
] as const satisfies readonly SavedOptionName[];

/** Option whose control is derived from its row. */
export type DerivedOptionName = Exclude<SavedOptionName, (typeof specifiedNames)[number]>;

/** Options of one group whose controls are derived. */
export interface DerivedGroup {
  readonly id: OptionGroup;
  readonly title: string;
  readonly names: readonly DerivedOptionName[];
}

const derivedNames = savedOptionNames.filter(
  (name): name is DerivedOptionName => !specifiedNames.some((one) => one === name),
);

/** Returns the derived options of a capture method whose text contains `search`, by group. */
export function derivedGroups(mode: CaptureFormValues['mode'], search = ''): DerivedGroup[] {
  const taken: readonly string[] = optionNamesOf(`dashboard_${mode}`);
  const words = search.trim().toLowerCase();
  const names = derivedNames.filter((name) => {
    const text = `${name} ${labelOf(name)} ${optionRow(name).docs.sentence}`.toLowerCase();
    return taken.includes(name) && text.includes(words);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the groups
  return (Object.keys(optionGroups) as OptionGroup[])
    .map((id) => ({
      id,
      title: optionGroups[id],
      names: names.filter((name) => optionRow(name).group === id),
    }))
    .filter((group) => group.names.length > 0);
}

/** True if two controls like that of the option fit beside each other. */
export function isNarrow(name: DerivedOptionName): boolean {
  return ['number', 'choice'].includes(optionRow(name).value.kind);
}

/** Returns the label of an option's control. */
export function labelOf(name: CaptureOptionName): string {
  return optionRow(name).docs.label ?? wordsOf(name);
}

/** Returns a wire name in words: `Freeze time`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the number of options that differ from their defaults. */
export function changedCount(form: CaptureFormValues, names: readonly DerivedOptionName[]): number {
  return names.filter((name) => isChanged(form, name)).length;
}

/** Returns the defaults of those options that differ from them. */
export function defaultsOf(
  form: CaptureFormValues,
  names: readonly DerivedOptionName[],
): Partial<CaptureFormValues> {
  const changed = names.filter((name) => isChanged(form, name));
  return Object.fromEntries(changed.map((name) => [name, captureFormDefaults[name]]));
}

function isChanged(form: CaptureFormValues, name: DerivedOptionName): boolean {
  if (name === 'file_type' && specifiedFormats.includes(form.file_type)) return false;
  return form[name] !== captureFormDefaults[name];
}

/** Option of a form that the server would reject, with the reason as the end of a sentence. */
export function conflictOf(
  form: CaptureFormValues,
): { readonly name: CaptureOptionName; readonly reason: string } | undefined {
  const request = Object.entries(requestBodyOf(form)).map(([name, value]) => [
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a request has options only
    parseOptionText(optionRow(name as CaptureOptionName).value, String(value)),
  ]);
  return findOptionConflict(Object.fromEntries(request));
}

/** Returns the mistake in typed steps, as a clause; none if there are no steps or they are masked. */
export function mistakeInSteps(text: string): string | undefined {
  return text.trim() === '' || text === secretMask ? undefined : parseSteps(text).error;
}

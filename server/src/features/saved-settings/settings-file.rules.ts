import {
  captureOptionNames,
  optionRow,
  parseOptionText,
  secretMask,
  settingsFileFormat,
  textLimits,
  type CaptureOptionName,
  type FileSetting,
  type ImportAction,
  type NameConflictRule,
  type SettingsFileInput,
} from '@shotwright/contract';
import { maskOptions } from './setting-secrets.rules.ts';
import type { SavedSettingRow } from './saved-settings.store.ts';

type WrittenSetting = SettingsFileInput['settings'][number];
type WrittenOptions = Record<string, string | number | boolean | string[]>;
type Omission = NonNullable<FileSetting['omitted']>[number];

/** Returns the file of exported settings, in the order in which they were created. */
export function settingsFileOf(rows: readonly SavedSettingRow[], now: Date): SettingsFileInput {
  const { name: format, version } = settingsFileFormat;
  const settings = [...rows].sort((one, other) => one.id - other.id).map(fileSettingOf);
  return { format, version, exportedAt: now.toISOString(), settings };
}

function fileSettingOf({
  name,
  description,
  projectName,
  options,
}: SavedSettingRow): WrittenSetting {
  const omitted: Omission[] = [];
  const written: WrittenOptions = {};
  for (const [option, text] of Object.entries(maskOptions(options))) {
    const reason = omissionOf(option, text);
    if (reason !== undefined) omitted.push({ option, reason });
    else if (text !== '' && option !== 'project_id') written[option] = valueOf(option, text);
  }
  return {
    name,
    ...(description !== null && { description }),
    ...(projectName !== null && { project: projectName }),
    options: written,
    ...(omitted.length > 0 && { omitted }),
  };
}

/** Options that hold the ID of something of the account, or need one that does; except the project. */
const accountOptions: ReadonlySet<string> = new Set(
  captureOptionNames.filter((name) => {
    const { requires = [] } = optionRow(name);
    const needsId = captureOptionNames.some((one) => requires.includes(one) && isId(one));
    return name !== 'project_id' && (isId(name) || needsId);
  }),
);

function isId(name: CaptureOptionName): boolean {
  return optionRow(name).value.kind === 'id';
}

function omissionOf(option: string, text: string): Omission['reason'] | undefined {
  if (accountOptions.has(option)) return 'account';
  return isSecretOption(option) && text.includes(secretMask) ? 'secret' : undefined;
}

function isSecretOption(option: string): boolean {
  return captureOptionNames.some((name) => name === option && optionRow(name).isSecret === true);
}

/** Returns a value as JSON has it; text that cannot be read stays text. */
function valueOf(option: string, text: string): string | number | boolean | string[] {
  const name = captureOptionNames.find((one) => one === option);
  const value = name && parseOptionText(optionRow(name).value, text);
  if (value === undefined) return text;
  return typeof value === 'object' ? [...value] : value;
}

/** Effect of an import on one setting of its file. */
export interface PlannedSetting {
  readonly index: number;
  readonly setting: FileSetting;
  readonly action: ImportAction;
  readonly storedName: string;
  /** The setting of this name that is replaced, or for which this one is skipped. */
  readonly existing: SavedSettingRow | undefined;
  readonly project: { readonly id: number; readonly name: string } | undefined;
  /** Options that the export left out and that the stored setting does not have. */
  readonly missingOptions: readonly string[];
}

/**
 * Returns the effect of an import on each setting of its file. Several settings of one name replace as
 * many of the account, the newest first.
 */
export function planImport(
  settings: readonly FileSetting[],
  {
    rows,
    projects,
    onConflict,
  }: {
    readonly rows: readonly SavedSettingRow[];
    readonly projects: readonly { readonly id: number; readonly name: string }[];
    readonly onConflict: NameConflictRule;
  },
): PlannedSetting[] {
  const names = new Set(rows.map(({ name }) => name));
  const replaced = new Set<number>();
  return settings.map((setting, index) => {
    const { name, omitted = [] } = setting;
    const sameName = rows.filter((row) => row.name === name);
    const existing =
      onConflict === 'keep_both' ? undefined : sameName.find(({ id }) => !replaced.has(id));
    if (onConflict === 'replace' && existing) replaced.add(existing.id);
    const action = existing ? (onConflict === 'skip' ? 'skip' : 'replace') : 'create';
    const storedName = existing ? name : freeName(name, names);
    names.add(storedName);
    return {
      index,
      setting,
      action,
      storedName,
      existing,
      project: projects.find((one) => one.name === setting.project),
      missingOptions: omitted
        .map(({ option }) => option)
        .filter((option) => existing?.options[option] === undefined),
    };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`;
    const free = `${name.slice(0, textLimits.name - ending.length).trimEnd()}${ending}`;
    if (!taken.has(free)) return free;
  }
}

/**
 * Returns the options of an imported setting. Of a setting that it replaces, those that the export left
 * out are kept, so that a restored setting keeps its secrets.
 */
export function importedOptions({ setting, existing }: PlannedSetting): Record<string, string> {
  const { omitted = [], options } = setting;
  const kept = omitted.flatMap(({ option }) => {
    const text = existing?.options[option];
    return text === undefined ? [] : [[option, text] as const];
  });
  const given = Object.entries(options).flatMap(([option, text]) =>
    text === undefined || option === 'project_id' ? [] : [[option, text] as const],
  );
  return { ...Object.fromEntries(kept), ...Object.fromEntries(given) };
}

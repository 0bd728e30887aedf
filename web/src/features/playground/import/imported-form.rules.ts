import {
  formOfSavedOptions,
  optionRow,
  optionTextOf,
  savedOptionNames,
  secretOptionNames,
  type SavedOptionName,
} from '@shotwright/contract/capture-options';
import { secretMask } from '@shotwright/contract/paths';
import type { CaptureForm } from '../form/capture-form.rules.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * Returns the form of imported options. Without a source or a project, those of the present form stay;
 * all other options that are not imported have their defaults.
 */
export function formOfImport(options: Options, form: CaptureForm): CaptureForm {
  const texts = Object.fromEntries(
    savedOptionNames
      .filter((name) => options[name] !== undefined)
      .map((name) => [name, textOf(name, options[name])]),
  );
  const imported = formOfSavedOptions(texts);
  const { mode, url, html } = form;
  const hasSource = texts['url'] !== undefined || texts['html'] !== undefined;
  return {
    ...imported,
    ...(!hasSource && { mode, url, html }),
    project_id: imported.project_id || form.project_id,
    setting_id: '',
  };
}

/** Returns the text of a value as the form has it. */
function textOf(name: SavedOptionName, value: unknown): string {
  const kind = optionRow(name).value;
  if (Array.isArray(value) && (kind.kind === 'steps' || kind.kind === 'cookies')) {
    const isLines = value.every((one) => typeof one === 'string');
    return isLines ? value.join('\n') : JSON.stringify(value);
  }
  const text = optionTextOf(value, kind);
  if (kind.kind === 'number' && text.trim() !== '') return String(Number(text));
  return kind.kind === 'choice' && kind.isCaseIgnored ? text.toLowerCase() : text;
}

/** Returns the text that the dialog shows for a value; secrets are masked. */
export function shownValue(name: string, value: unknown): string {
  if (secretOptionNames.some((one) => one === name)) return secretMask;
  const known = savedOptionNames.find((one) => one === name);
  return known === undefined ? optionTextOf(value) : textOf(known, value);
}

import {
  captureFormDefaults,
  formOfSavedOptions,
  optionNamesOf,
  secretOptionNames,
  type CaptureFormValues,
} from '@shotwright/contract/capture-options';
import type { SavedSetting } from '@shotwright/contract';
import { secretMask } from '@shotwright/contract/paths';

/** Values of the playground's controls, by wire name, and the saved setting that filled them. */
export type CaptureForm = CaptureFormValues & {
  /**
   * ID of the saved setting that filled the form; masked values refer to its stored secrets. '' for
   * none.
   */
  readonly setting_id: string;
};

/** Initial values of the form. Source: specification §9. */
export const defaultForm: CaptureForm = { ...captureFormDefaults, setting_id: '' };

/** Converts a saved setting to a form that records the setting whose secrets are masked. */
export function formOfSetting({ id, options, projectId }: SavedSetting): CaptureForm {
  const form = formOfSavedOptions(options);
  const savedProject = projectId === null ? '' : String(projectId);
  return { ...form, project_id: form.project_id || savedProject, setting_id: String(id) };
}

/** Dimensions of the viewport. */
export type SizeSide = 'width' | 'height';

/** True if the form has a source to capture: a URL or HTML. */
export function hasSource(form: CaptureForm): boolean {
  return (form.mode === 'url' ? form.url : form.html).trim() !== '';
}

/** True if all required fields are set. */
export function isComplete(form: CaptureForm): boolean {
  return hasSource(form) && form.project_id !== '';
}

/** True if a field shows a masked secret. */
export function isMasked(value: string): boolean {
  return value.includes(secretMask);
}

/**
 * Returns the ID of the setting whose stored secrets are shown masked, or undefined if the form
 * shows none.
 */
export function secretsFrom(form: CaptureForm): number | undefined {
  const sent: readonly string[] = optionNamesOf(`dashboard_${form.mode}`);
  const isShown = secretOptionNames.some((name) => sent.includes(name) && isMasked(form[name]));
  return form.setting_id !== '' && isShown ? Number(form.setting_id) : undefined;
}

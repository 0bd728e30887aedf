import { filterNumberInput, normalizeNumber } from '@shotwright/contract/capture-options';
import { defaultForm, type CaptureForm, type SizeSide } from './capture-form.rules.ts';

type Texts = 'url' | 'projectId' | 'device' | 'width' | 'height' | 'delay' | 'elementSelector';
type Switches = 'fullPage' | 'disableAnimations' | 'disableJavascript' | 'retina';

/**
 * Parameter names in the URL, equal to those of the API. HTML, code, headers and the proxy's
 * password are never included.
 */
const textNames: Record<Texts, string> = {
  url: 'url',
  projectId: 'project_id',
  device: 'emulate_device',
  width: 'width',
  height: 'height',
  delay: 'delay',
  elementSelector: 'element_selector',
};
const switchNames: Record<Switches, string> = {
  fullPage: 'full_page',
  disableAnimations: 'disable_animations',
  disableJavascript: 'disable_javascript',
  retina: 'retina',
};

/** Returns the shareable part of a form: the values that differ from the defaults. */
export function toSearchParams(form: CaptureForm): URLSearchParams {
  const search = new URLSearchParams();
  if (form.mode !== defaultForm.mode) search.set('mode', form.mode);
  for (const [field, name] of entriesOf(textNames)) {
    if (form[field] !== defaultForm[field]) search.set(name, form[field]);
  }
  if (form.fileType !== defaultForm.fileType) search.set('file_type', form.fileType);
  for (const [field, name] of entriesOf(switchNames)) if (form[field]) search.set(name, 'true');
  return search;
}

/**
 * Reads a form from URL parameters over `base`; missing and invalid parameters retain the value of
 * `base`.
 */
export function fromSearchParams(search: URLSearchParams, base: CaptureForm): CaptureForm {
  const text = (field: Texts) => search.get(textNames[field]) ?? base[field];
  const isOn = (field: Switches) => search.get(switchNames[field]) === 'true';
  const numberOf = (field: SizeSide | 'delay') =>
    normalizeNumber(field, filterNumberInput(field, { previous: base[field], typed: text(field) }));
  const fileType = search.get('file_type');
  const projectId = text('projectId');
  return {
    ...base,
    mode: search.get('mode') === 'html' ? 'html' : 'url',
    url: text('url'),
    projectId: /^[1-9]\d{0,9}$/.test(projectId) ? projectId : base.projectId,
    fileType: fileType === 'jpeg' || fileType === 'png' ? fileType : base.fileType,
    device: text('device'),
    width: numberOf('width'),
    height: numberOf('height'),
    fullPage: isOn('fullPage'),
    disableAnimations: isOn('disableAnimations'),
    disableJavascript: isOn('disableJavascript'),
    retina: isOn('retina'),
    delay: numberOf('delay'),
    elementSelector: text('elementSelector'),
  };
}

/** True if the URL has parameters of the form. */
export function hasFormParams(search: URLSearchParams): boolean {
  const names = ['mode', 'file_type', ...Object.values(textNames), ...Object.values(switchNames)];
  return names.some((name) => search.has(name));
}

function entriesOf<K extends string>(names: Record<K, string>): [K, string][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the record
  return Object.entries(names) as [K, string][];
}

import type { SavedOptions, SavedSetting } from '@shotwright/contract';
import { filterNumberInput, normalizeNumber } from '@shotwright/contract/capture-options';
import { buildPayload } from './capture-request.ts';
import { defaultForm, type CaptureForm, type SizeSide } from './capture-form.rules.ts';

/**
 * Converts a form to the options of a saved setting, all as text. Source: specification §3, ruling
 * RL-24.
 */
export function optionsOf(form: CaptureForm): SavedOptions {
  return {
    mode: form.mode,
    ...Object.fromEntries(
      Object.entries(buildPayload(form)).map(([name, value]) => [name, String(value)]),
    ),
  };
}

/** Converts a saved setting to a form that records the setting whose secrets are masked. */
export function formOfSetting({ id, options, projectId }: SavedSetting): CaptureForm {
  return { ...formOfOptions(options, projectId), settingId: String(id) };
}

/**
 * Converts the options of a saved setting to a form; missing or invalid options have their default.
 */
export function formOfOptions(
  options: Readonly<Record<string, string | undefined>>,
  projectId: number | null,
): CaptureForm {
  const text = (name: keyof SavedOptions) => options[name] ?? '';
  const isOn = (name: keyof SavedOptions) => options[name] === 'true';
  const numberOf = (name: SizeSide | 'delay') =>
    normalizeNumber(
      name,
      filterNumberInput(name, { previous: defaultForm[name], typed: text(name) }),
    );
  const isHtml = options['mode'] === 'html' || (text('url') === '' && text('html') !== '');
  return {
    mode: isHtml ? 'html' : 'url',
    url: text('url'),
    html: text('html'),
    projectId: text('project_id') || (projectId === null ? '' : String(projectId)),
    fileType: options['file_type'] === 'jpeg' ? 'jpeg' : 'png',
    device: text('emulate_device'),
    width: numberOf('width'),
    height: numberOf('height'),
    fullPage: isOn('full_page'),
    disableAnimations: isOn('disable_animations'),
    disableJavascript: isOn('disable_javascript'),
    retina: isOn('retina'),
    delay: numberOf('delay'),
    proxyUrl: text('proxy_url'),
    elementSelector: text('element_selector'),
    injectCss: text('inject_css'),
    injectJs: text('inject_js'),
    customHeader: text('custom_header'),
    settingId: '',
  };
}

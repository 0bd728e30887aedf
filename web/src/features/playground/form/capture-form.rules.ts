import { captureLimits, secretMask } from '@shotwright/contract/paths';

/**
 * Values of the playground's controls. Numbers are stored as typed until they are sent; IDs and
 * names are '' for none.
 */
export interface CaptureForm {
  readonly mode: 'url' | 'html';
  readonly url: string;
  readonly html: string;
  readonly projectId: string;
  readonly fileType: 'png' | 'jpeg';
  /** Device name; '' for a custom size. */
  readonly device: string;
  /** Units: px. */
  readonly width: string;
  /** Units: px. */
  readonly height: string;
  readonly fullPage: boolean;
  readonly disableAnimations: boolean;
  readonly disableJavascript: boolean;
  readonly retina: boolean;
  /** Units: seconds. */
  readonly delay: string;
  readonly proxyUrl: string;
  readonly elementSelector: string;
  readonly injectCss: string;
  readonly injectJs: string;
  readonly customHeader: string;
  /**
   * ID of the saved setting that filled the form; masked values refer to its stored secrets. '' for
   * none.
   */
  readonly settingId: string;
}

/** Initial values of the form. Source: specification §9. */
export const defaultForm: CaptureForm = {
  mode: 'url',
  url: '',
  html: '',
  projectId: '',
  fileType: 'png',
  device: '',
  width: String(captureLimits.widthPx.default),
  height: String(captureLimits.heightPx.default),
  fullPage: false,
  disableAnimations: false,
  disableJavascript: false,
  retina: false,
  delay: '0',
  proxyUrl: '',
  elementSelector: '',
  injectCss: '',
  injectJs: '',
  customHeader: '',
  settingId: '',
};

/** Dimensions of the viewport. */
export type SizeSide = 'width' | 'height';

/** True if the form has a source to capture: a URL or HTML. */
export function hasSource(form: CaptureForm): boolean {
  return (form.mode === 'url' ? form.url : form.html).trim() !== '';
}

/** True if all required fields are set. */
export function isComplete(form: CaptureForm): boolean {
  return hasSource(form) && form.projectId !== '';
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
  const shown = form.mode === 'url' ? [form.proxyUrl, form.customHeader] : [form.customHeader];
  return form.settingId !== '' && shown.some(isMasked) ? Number(form.settingId) : undefined;
}

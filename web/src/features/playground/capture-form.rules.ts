import { captureLimits, secretMask } from '@shotwright/contract';

/** What the playground's controls hold. Numbers are kept as typed until they are sent; ids and names are '' for none. */
export interface CaptureForm {
  readonly mode: 'url' | 'html';
  readonly url: string;
  readonly html: string;
  readonly projectId: string;
  readonly fileType: 'png' | 'jpeg';
  /** A device's name; '' for a size of one's own. */
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
  /** The saved setting that the form was filled from: masked values stand for its stored secrets. '' for none. */
  readonly settingId: string;
}

/** An untouched form. Source: specification §9. */
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

/** The two sides of the viewport. */
export type SizeSide = 'width' | 'height';

const sizeLimits = { width: captureLimits.widthPx, height: captureLimits.heightPx } as const;

/** What a size field holds after `typed`: negative and non-numeric input changes nothing. */
export function typeSize(previous: string, typed: string): string {
  return /^\d{0,6}$/.test(typed) ? typed : previous;
}

/** A size field once it is left: within its limits, the default where it is empty. */
export function settleSize(side: SizeSide, typed: string): string {
  const { min, max, default: fallback } = sizeLimits[side];
  const value = Number(typed);
  if (typed.trim() === '' || !Number.isFinite(value)) return String(fallback);
  return String(clamp(Math.round(value), min, max));
}

/** What the delay field holds after `typed`: a whole or decimal number of seconds, or nothing. */
export function typeDelay(previous: string, typed: string): string {
  return /^\d{0,6}(\.\d{0,2})?$/.test(typed) ? typed : previous;
}

/** The delay once its field is left: 0 to 60 seconds. */
export function settleDelay(typed: string): string {
  const value = Number(typed);
  const { min, max } = captureLimits.delaySeconds;
  return String(Number.isFinite(value) ? clamp(value, min, max) : min);
}

/** Whether the page to capture is named: the address, or the HTML. */
export function hasSource(form: CaptureForm): boolean {
  return (form.mode === 'url' ? form.url : form.html).trim() !== '';
}

/** Whether nothing that is required is missing. */
export function isComplete(form: CaptureForm): boolean {
  return hasSource(form) && form.projectId !== '';
}

/** Whether a field shows a stored secret as its mask. */
export function isMasked(value: string): boolean {
  return value.includes(secretMask);
}

/** The setting whose stored secrets the form's masks stand for; undefined where the form shows none. */
export function secretsFrom(form: CaptureForm): number | undefined {
  const shown = form.mode === 'url' ? [form.proxyUrl, form.customHeader] : [form.customHeader];
  return form.settingId !== '' && shown.some(isMasked) ? Number(form.settingId) : undefined;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

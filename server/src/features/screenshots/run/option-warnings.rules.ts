import type { CaptureViewport, CaptureWarning, RenderReport } from '@shotwright/capture';
import { captureOptions, readStoredOptions, retinaScale } from '@shotwright/contract';

const maxWarnings = 20;

/** Stored options of a request, and the devices that it may name. */
export interface WarnedRequest {
  readonly html: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly findDevice: (name: string) => CaptureViewport | undefined;
}

/**
 * Returns the report with a warning for each option that has no effect beside the others of its
 * request.
 */
export function withOptionWarnings(report: RenderReport, request: WarnedRequest): RenderReport {
  const found = report.warnings.map((one) => withOwnName(one, request.options));
  const warnings = [...optionWarnings(request), ...found];
  return { ...report, warnings: warnings.slice(0, maxWarnings) };
}

/** The engine knows a position, and not which option it comes from. */
function withOwnName(warning: CaptureWarning, options: WarnedRequest['options']): CaptureWarning {
  const isOfPlace = warning.option === 'latitude' && options['latitude'] === undefined;
  return isOfPlace ? { ...warning, option: 'location' } : warning;
}

/** Returns a warning for each option without effect that follows from the request alone. */
export function optionWarnings({ html, options, findDevice }: WarnedRequest): CaptureWarning[] {
  const read = readStoredOptions(options);
  const device = read.emulate_device === undefined ? undefined : findDevice(read.emulate_device);
  const scale = device?.deviceScaleFactor ?? 1;
  const found: CaptureWarning[] = [];
  const warn = (option: keyof typeof read, message: string): void => {
    found.push({ option, message });
  };
  if (read.full_page && read.element_selector !== undefined)
    warn('full_page', 'The element was captured instead of the full page.');
  if (read.retina && scale >= retinaScale)
    warn('retina', `The device has ${scale} device pixels per CSS pixel already.`);
  if (device && read.device_scale_factor !== 1 && read.device_scale_factor <= scale)
    warn('device_scale_factor', `The device has ${scale} device pixels per CSS pixel already.`);
  if (read.image_position !== captureOptions.image_position.default && read.image_fit !== 'cover')
    warn('image_position', 'Only an image with the fit cover is cropped.');
  if (read.image_background !== undefined && read.image_fit !== 'contain')
    warn('image_background', 'Only an image with the fit contain is padded.');
  if (read.base_url !== undefined && /<base\s[^>]*href/i.test(html ?? ''))
    warn('base_url', 'The HTML names a base URL itself.');
  return found;
}

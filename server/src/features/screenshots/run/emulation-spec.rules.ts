import type { CaptureEmulation } from '@shotwright/capture';
import { visitorLocations, type StoredCaptureOptions } from '@shotwright/contract';
import { canonicalTimezone, languageTags } from '../request/emulation.rules.ts';

/** Returns the visitor that stored options describe; undefined if it is the usual one. */
export function emulationOf(read: StoredCaptureOptions): CaptureEmulation | undefined {
  const { permissions, user_agent: userAgent, accuracy } = read;
  const mediaType = mediaTypeOf(read);
  const { throttle: network, cpu_throttle: cpuSlowdown } = read;
  const place = read.location === undefined ? undefined : visitorLocations[read.location];
  const { timezone = place?.timezone, language = place?.language } = read;
  const { latitude = place?.latitude, longitude = place?.longitude } = read;
  const mediaFeatures = mediaFeaturesOf(read);
  const emulation: CaptureEmulation = {
    ...(mediaType && { mediaType }),
    ...(Object.keys(mediaFeatures).length > 0 && { mediaFeatures }),
    ...(timezone !== undefined && { timezone: canonicalTimezone(timezone) ?? timezone }),
    ...(language !== undefined && { languages: languageTags(language).join(',') }),
    ...(latitude !== undefined &&
      longitude !== undefined && { geolocation: { latitude, longitude, accuracy } }),
    ...(permissions !== undefined && { permissions }),
    ...(userAgent !== undefined && { userAgent }),
    ...(network !== undefined && { network }),
    ...(cpuSlowdown > 1 && { cpuSlowdown }),
    ...(read.ignore_tls_errors && { areTlsErrorsIgnored: true }),
    ...(read.bypass_csp && { isCspBypassed: true }),
  };
  return Object.keys(emulation).length === 0 ? undefined : emulation;
}

/** A PDF is printed, so that its page is rendered for print unless the request says otherwise. */
function mediaTypeOf({
  file_type: fileType,
  media_type: mediaType,
}: StoredCaptureOptions): CaptureEmulation['mediaType'] {
  if (fileType === 'pdf') return mediaType ?? 'print';
  return mediaType === 'print' ? mediaType : undefined;
}

function mediaFeaturesOf(read: StoredCaptureOptions): Record<string, string> {
  return {
    ...(read.dark_mode && { 'prefers-color-scheme': 'dark' }),
    ...(read.reduced_motion && { 'prefers-reduced-motion': 'reduce' }),
    ...(read.prefers_contrast !== undefined && { 'prefers-contrast': read.prefers_contrast }),
    ...(read.forced_colors && { 'forced-colors': 'active' }),
    ...(read.reduced_transparency && { 'prefers-reduced-transparency': 'reduce' }),
  };
}

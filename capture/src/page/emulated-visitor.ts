import type { Browser, CdpSession } from '../browser/browser.ts';
import type { CaptureEmulation } from '../capture-emulation.ts';
import type { CaptureSpec } from '../capture-spec.ts';

/**
 * Sends the media type and all media features, which one call carries: a second call replaces the
 * first. Sends nothing if the page is rendered as usual.
 */
export function emulateMedia(
  session: CdpSession,
  { emulation = {}, areAnimationsDisabled, determinism }: CaptureSpec,
): Promise<unknown>[] {
  const isStill = areAnimationsDisabled || determinism !== undefined;
  const values = {
    ...emulation.mediaFeatures,
    ...(isStill && { 'prefers-reduced-motion': 'reduce' }),
  };
  const features = Object.entries(values).map(([name, value]) => ({ name, value }));
  const { mediaType } = emulation;
  if (features.length === 0 && mediaType === undefined) return [];
  const media = mediaType === undefined ? {} : { media: mediaType };
  return [session.send('Emulation.setEmulatedMedia', { ...media, features })];
}

/** Sends the time zone and the locale of a page, a frame or a worker. */
export function emulatePlace(
  session: CdpSession,
  { timezone, languages }: CaptureEmulation = {},
  usualTimezone?: string,
): Promise<unknown>[] {
  const timezoneId = timezone ?? usualTimezone;
  const locale = languages?.split(',', 1)[0];
  return [
    ...(timezoneId === undefined
      ? []
      : [session.send('Emulation.setTimezoneOverride', { timezoneId })]),
    ...(locale === undefined ? [] : [session.send('Emulation.setLocaleOverride', { locale })]),
  ];
}

/** Sends the position of the visitor. */
export function emulatePosition(
  session: CdpSession,
  { emulation: { geolocation } = {} }: CaptureSpec,
): Promise<unknown>[] {
  return geolocation === undefined
    ? []
    : [session.send('Emulation.setGeolocationOverride', { ...geolocation })];
}

/** Sends the permissions and cookies of a browser context, before it has a page. */
export function prepareContext(
  { cdp }: Pick<Browser, 'cdp'>,
  browserContextId: string,
  { emulation = {}, cookies = [] }: CaptureSpec,
): Promise<unknown>[] {
  const { permissions = [], geolocation } = emulation;
  const granted = new Set([...permissions, ...(geolocation === undefined ? [] : ['geolocation'])]);
  return [
    ...[...granted].map((name) =>
      cdp.send('Browser.setPermission', {
        permission: { name },
        setting: 'granted',
        browserContextId,
      }),
    ),
    ...(cookies.length === 0
      ? []
      : [
          cdp.send('Storage.setCookies', {
            browserContextId,
            cookies: cookies.map(({ isSecure, isHttpOnly, ...cookie }) => ({
              ...cookie,
              secure: isSecure,
              httpOnly: isHttpOnly,
            })),
          }),
        ]),
  ];
}

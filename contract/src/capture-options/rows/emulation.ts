import { locationNames } from '../locations.ts';
import { captureLimits, emulatedNetworks, grantablePermissions } from '../../paths/screenshots.ts';
import { imageChanging, urlCalls, type CaptureOptionTable } from '../row.ts';

const emulated = { ...imageChanging, group: 'emulate' } as const;

const sealed = {
  appliesTo: urlCalls,
  group: 'log_in',
  storage: 'if_changed',
  isSecret: true,
  isInCacheKey: true,
} as const;

/** Options of the visitor that a page sees: preferences, place, languages, device and sign-in. */
export const emulationOptions = {
  dark_mode: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: { sentence: 'Prefers a dark colour scheme (prefers-color-scheme).', example: true },
  },
  reduced_motion: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: { sentence: 'Prefers reduced motion (prefers-reduced-motion).', example: true },
  },
  prefers_contrast: {
    ...emulated,
    value: { kind: 'choice', values: ['more', 'less'] },
    docs: { sentence: 'Prefers more or less contrast (prefers-contrast).', example: 'more' },
  },
  forced_colors: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: { sentence: 'Uses a limited palette of colours (forced-colors).', example: true },
  },
  reduced_transparency: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: {
      sentence: 'Prefers reduced transparency (prefers-reduced-transparency).',
      example: true,
    },
  },
  media_type: {
    ...emulated,
    value: { kind: 'choice', values: ['screen', 'print'] },
    aliases: ['media'],
    docs: {
      sentence:
        'CSS media type that the page is rendered for. Default: print for a PDF, else screen.',
      example: 'print',
    },
  },
  timezone: {
    ...emulated,
    value: { kind: 'text', minLength: 1, maxLength: captureLimits.timezoneLength },
    aliases: ['time_zone', 'tz'],
    docs: {
      label: 'Time zone',
      sentence: 'Time zone of the page, as an IANA name. Default when deterministic: UTC.',
      example: 'Europe/Berlin',
    },
  },
  language: {
    ...emulated,
    value: { kind: 'text', minLength: 1, maxLength: captureLimits.languageLength },
    aliases: ['accept_lang', 'accept_language'],
    docs: {
      sentence: 'Languages of the visitor, the preferred one first: 1 to 5 tags with commas.',
      example: 'de-DE,de',
    },
  },
  latitude: {
    ...emulated,
    value: { kind: 'number', ...captureLimits.latitude, decimals: 6 },
    aliases: ['geolocation_latitude'],
    requires: ['longitude'],
    docs: {
      sentence: 'Latitude of the visitor in degrees; secure pages may read it.',
      example: 52.52,
    },
  },
  longitude: {
    ...emulated,
    value: { kind: 'number', ...captureLimits.longitude, decimals: 6 },
    aliases: ['geolocation_longitude'],
    requires: ['latitude'],
    docs: {
      sentence: 'Longitude of the visitor in degrees; secure pages may read it.',
      example: 13.405,
    },
  },
  accuracy: {
    ...emulated,
    value: {
      kind: 'number',
      min: captureLimits.accuracyMetres.min,
      max: captureLimits.accuracyMetres.max,
    },
    default: captureLimits.accuracyMetres.default,
    aliases: ['geolocation_accuracy'],
    requires: ['latitude', 'location'],
    docs: { sentence: 'Accuracy of the place in metres.', example: 50 },
  },
  permissions: {
    ...emulated,
    value: { kind: 'choices', values: grantablePermissions },
    docs: {
      sentence: 'Permissions that are granted to every page; latitude grants geolocation itself.',
      example: ['notifications'],
    },
  },
  user_agent: {
    ...emulated,
    value: { kind: 'text', minLength: 1, maxLength: captureLimits.userAgentLength },
    docs: {
      sentence: 'User agent of all requests and scripts; its client hints are derived from it.',
      example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  },
  is_mobile: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: {
      label: 'Mobile',
      sentence: 'Renders as a mobile browser: its viewport meta tag applies.',
      example: true,
    },
  },
  has_touch: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: { label: 'Touch screen', sentence: 'Emulates a touch screen.', example: true },
  },
  landscape: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    requires: ['emulate_device'],
    docs: { sentence: 'Turns the emulated device to landscape.', example: true },
  },
  location: {
    ...emulated,
    value: { kind: 'choice', values: locationNames },
    docs: {
      sentence: 'Place of the visitor: language, timezone and position, where none are given.',
      example: 'berlin',
    },
  },
  throttle: {
    ...emulated,
    value: { kind: 'choice', values: emulatedNetworks },
    docs: {
      label: 'Slow network',
      sentence: 'Speed and latency of the network, which the page is told as well.',
      example: 'slow_3g',
    },
  },
  cpu_throttle: {
    ...emulated,
    value: { kind: 'number', ...captureLimits.cpuThrottle },
    default: captureLimits.cpuThrottle.min,
    excludes: [
      {
        options: ['deterministic', 'freeze_time'],
        reason: 'a slow processor needs real time',
      },
    ],
    docs: {
      label: 'Slow processor',
      sentence: 'Factor by which the processor of the page is slower.',
      example: 4,
    },
  },
  ignore_tls_errors: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: {
      label: 'Ignore TLS errors',
      sentence: 'Accepts every certificate, such as self-signed and expired ones.',
      example: true,
    },
  },
  bypass_csp: {
    ...emulated,
    value: { kind: 'boolean' },
    default: false,
    docs: {
      label: 'Bypass CSP',
      sentence: 'Ignores the Content-Security-Policy of the page.',
      example: true,
    },
  },
  headers_scope: {
    ...emulated,
    group: 'log_in',
    value: { kind: 'choice', values: ['origin', 'all'] },
    default: 'origin',
    requires: ['custom_header'],
    docs: {
      sentence: 'Requests that get the custom headers: of the origin of the page, or all.',
      example: 'all',
    },
  },
  cookies: {
    ...sealed,
    value: { kind: 'cookies', maxBytes: captureLimits.cookieBytes },
    docs: {
      sentence: 'Cookies as Set-Cookie lines, one Cookie header line, or JSON objects; at most 50.',
      example: 'session=abc; Path=/',
    },
  },
  basic_auth_user: {
    ...sealed,
    value: { kind: 'text', maxLength: captureLimits.basicAuthLength },
    docs: {
      label: 'User name',
      sentence: 'User name for HTTP basic authentication at the origin of the page.',
      example: 'ada',
      exampleWith: { basic_auth_password: 'secret' },
    },
  },
  basic_auth_password: {
    ...sealed,
    value: { kind: 'text', maxLength: captureLimits.basicAuthLength },
    requires: ['basic_auth_user'],
    docs: {
      label: 'Password',
      sentence: 'Password for HTTP basic authentication at the origin of the page.',
      example: 'secret',
    },
  },
} as const satisfies CaptureOptionTable;

import type { IncomingMessage } from 'node:http';
import { isTrustworthy } from '../auth/same-origin.ts';

/** External hosts that the dashboard may use; only those that configuration enables. */
export interface ContentSources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly styles: readonly string[];
  readonly connections: readonly string[];
  /** Returns the origins of the images of the news slides, which change while the server runs. */
  readonly imageOrigins?: () => readonly string[];
}

/**
 * Value of `Permissions-Policy`: denies all pages and their frames the features that no page needs.
 */
export const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Settings of the header plugin: a content security policy that restricts pages to this origin. */
export function securityHeaders(publicUrl: string, sources: ContentSources) {
  const isSecure = new URL(publicUrl).protocol === 'https:';
  const self = "'self'";
  const { imageOrigins = () => [] } = sources;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self, ...sources.scripts],
        styleSrc: [self, ...sources.styles],
        imgSrc: [
          self,
          'data:',
          // Calls of programs, which are most, do not need the origins.
          ({ headers }: IncomingMessage) =>
            ['blob:', ...(headers.accept?.includes('text/html') ? imageOrigins() : [])].join(' '),
        ],
        connectSrc: [self, ...sources.connections],
        workerSrc: [self, 'blob:'],
        // Of our own pages, only the HTML preview can be framed.
        frameSrc: [self, ...sources.frames],
        frameAncestors: ["'none'"],
        formAction: [self],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // Sign-in with a provider opens a window that must be able to message its opener. Over plain
    // http, browsers ignore both headers and log an error on each page.
    crossOriginOpenerPolicy: isTrustworthy(publicUrl) && {
      policy: 'same-origin-allow-popups' as const,
    },
    originAgentCluster: isTrustworthy(publicUrl),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' as const },
  } as const;
}

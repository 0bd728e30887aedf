import { isTrustworthy } from './same-origin.ts';

/** Hosts the dashboard may use beside its own; only what configuration switched on. */
export interface ContentSources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly styles: readonly string[];
  readonly connections: readonly string[];
}

/** Value of `Permissions-Policy`: what no page of ours needs is refused to all of them and to their frames. */
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

/** Settings of the header plugin: a policy that lets a page use this origin and nothing else. */
export function securityHeaders(publicUrl: string, sources: ContentSources) {
  const isSecure = new URL(publicUrl).protocol === 'https:';
  const self = "'self'";
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self, ...sources.scripts],
        styleSrc: [self, ...sources.styles],
        imgSrc: [self, 'data:', 'blob:'],
        connectSrc: [self, ...sources.connections],
        workerSrc: [self, 'blob:'],
        // Of our own pages only the preview of HTML lets itself be framed.
        frameSrc: [self, ...sources.frames],
        frameAncestors: ["'none'"],
        formAction: [self],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // Sign-in with a provider opens a window that must be able to answer. On plain http browsers refuse both headers, with
    // an error on each page.
    crossOriginOpenerPolicy: isTrustworthy(publicUrl) && {
      policy: 'same-origin-allow-popups' as const,
    },
    originAgentCluster: isTrustworthy(publicUrl),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' as const },
  } as const;
}

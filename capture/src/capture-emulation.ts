/** Position of the visitor. */
export interface CaptureGeolocation {
  readonly latitude: number;
  readonly longitude: number;
  /** Unit: metres. */
  readonly accuracy: number;
}

/** Network that a page is loaded over. */
export type EmulatedNetwork = 'slow_3g' | 'fast_3g' | '4g';

/** Visitor that a page sees, where it differs from the browser's own. */
export interface CaptureEmulation {
  readonly mediaType?: 'screen' | 'print';
  /** Values of CSS media features, by name: `prefers-color-scheme`. */
  readonly mediaFeatures?: Readonly<Record<string, string>>;
  /** Name of the IANA database as the browser knows it. */
  readonly timezone?: string;
  /** Languages in order of preference, separated by commas: `de-DE,de`. */
  readonly languages?: string;
  /** Granted to every page. */
  readonly geolocation?: CaptureGeolocation;
  /** Names of the permissions that are granted to every page. */
  readonly permissions?: readonly string[];
  /** Sent as it is, instead of the browser's or the device's. */
  readonly userAgent?: string;
  readonly network?: EmulatedNetwork;
  /** Factor by which the processor is slower. */
  readonly cpuSlowdown?: number;
  /** Accepts every certificate. */
  readonly areTlsErrorsIgnored?: boolean;
  /** Ignores the Content-Security-Policy of the page. */
  readonly isCspBypassed?: boolean;
}

/** A cookie that exists before the page is requested. */
export interface CaptureCookie {
  readonly name: string;
  readonly value: string;
  /** Host that gets the cookie with its subdomains; absent if `url` is given. */
  readonly domain?: string;
  /** URL whose host alone gets the cookie. */
  readonly url?: string;
  readonly path: string;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** Credentials for HTTP basic authentication at the origin of the page. */
export interface CaptureBasicAuth {
  readonly user: string;
  readonly password: string;
}

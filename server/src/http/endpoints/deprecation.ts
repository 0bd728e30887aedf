import type { Deprecation } from '@shotwright/contract';

/** Returns the headers of a deprecated operation. Sources: RFC 9745, RFC 8594. */
export function deprecationHeaders({ since, sunset, guide }: Deprecation): {
  readonly deprecation: string;
  readonly sunset: string;
  readonly link: string;
} {
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${guide}>; rel="deprecation"; type="text/html"`,
  };
}

import {
  captureOptionsOf,
  linkLimits,
  linkOptionNames,
  optionRow,
  optionTextOf,
  type LinkRequest,
} from '@shotwright/contract';
import type { Clock } from '../../../lib/clock.ts';
import { invalidField } from '../../../shared/app-error.ts';
import type { CheckUrl } from '../../../shared/public-url.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import { readCaptureRequest } from '../request/capture-request.rules.ts';
import { formatOf } from './link-capture.rules.ts';
import type { LinkSecrets } from './link-secrets.service.ts';
import {
  canonicalLink,
  linkPath,
  linkTokenOf,
  signLink,
  type LinkPairs,
} from './signed-link.rules.ts';
import { matchesUrlPattern, requireUrlPattern } from './url-pattern.rules.ts';

interface CreateLinkDependencies {
  readonly linkSecrets: Pick<LinkSecrets, 'readSecret'>;
  readonly credits: Pick<CreditsService, 'priceOf'>;
  readonly checkUrl: CheckUrl;
  readonly deviceNames: readonly string[];
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** A signed link. */
export interface CreatedLink {
  readonly url: string;
  readonly expiresAt: Date;
  /** Price of each new capture. */
  readonly credits: number;
}

/** Signs a link after checking its options. Throws the errors of a capture's rules. */
export type CreateLink = (input: {
  readonly organizationId: string;
  readonly apiKeyId: number;
  readonly request: LinkRequest;
}) => Promise<CreatedLink>;

/** Creates a {@link CreateLink}. */
export function createCreateLink(deps: CreateLinkDependencies): CreateLink {
  return async ({ organizationId, apiKeyId, request }) => {
    const { url, url_pattern: urlPattern, expires_in: expiresIn, name } = request;
    const example = requireSource(request);
    const { options } = readCaptureRequest(
      captureOptionsOf({
        ...request,
        url: example,
        file_type: formatOf(request, { name, accept: undefined }),
      }),
      deps,
    );
    const { keyId, secret } = await deps.linkSecrets.readSecret({ organizationId, apiKeyId });
    const expires = Math.floor(deps.clock.now().getTime() / 1_000) + expiresIn;
    const pairs: LinkPairs = [
      ...optionPairs(request),
      ['expires', String(expires)],
      ['key_id', keyId],
      ...(url === undefined ? [] : [['url', url] as const]),
      ...(urlPattern === undefined ? [] : [['url_pattern', urlPattern] as const]),
    ];
    const path = name === undefined ? linkPath : `${linkPath}/${encodeURIComponent(name)}`;
    const canonical = canonicalLink(path, pairs);
    return {
      url:
        urlPattern === undefined
          ? `${deps.publicUrl}${canonical}&signature=${signLink(secret, canonical)}`
          : `${deps.publicUrl}${linkPath}?link=${linkTokenOf(secret, pairs)}&url=`,
      expiresAt: new Date(expires * 1_000),
      credits: deps.credits.priceOf(options),
    };
  };
}

/** Returns a URL of the link, for the rules of its options. */
function requireSource({ url, url_pattern: urlPattern, name }: LinkRequest): string {
  if (url !== undefined) {
    if (urlPattern === undefined) return url;
    const message = 'cannot be combined with url: a link has one URL or a pattern of URLs';
    throw invalidField('url_pattern', message, 'unsupported_option_combination');
  }
  if (urlPattern === undefined) throw invalidField('url', 'is required: the URL of the page');
  requireUrlPattern(urlPattern);
  if (name !== undefined) {
    const message = 'cannot be combined with url_pattern: its links have no file name';
    throw invalidField('name', message, 'unsupported_option_combination');
  }
  const example = urlPattern.replace('://*.', '://www.').replaceAll('*', '');
  return matchesUrlPattern(urlPattern, new URL(example).href) ? example : urlPattern;
}

/** Returns the parameters that differ from their defaults. */
function optionPairs(request: LinkRequest): LinkPairs {
  const given: Readonly<Record<string, unknown>> = request;
  const own = [
    ['file_type', request.file_type ?? ''],
    ['on_error', request.on_error ?? ''],
  ] as const;
  const others = linkOptionNames.flatMap((name) => {
    const { value, default: usual } = optionRow(name);
    const fallback = name === 'stale_while_revalidate' ? linkLimits.staleSeconds : usual;
    const text = given[name];
    if (text === undefined || text === fallback || text === '') return [];
    return [[name, optionTextOf(text, value)] as const];
  });
  return [...own, ...others].filter(([, text]) => text !== '');
}

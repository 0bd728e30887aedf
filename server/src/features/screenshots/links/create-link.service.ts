import {
  captureOptionsOf,
  linkLimits,
  linkOptionNames,
  optionRow,
  optionTextOf,
  withCanonicalNames,
  type LinkRequest,
} from '@shotwright/contract';
import type { Clock } from '../../../lib/clock.ts';
import { invalidField } from '../../../shared/app-error.ts';
import type { CheckUrl } from '../../../shared/public-url.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import { readCaptureRequest } from '../request/capture-request.rules.ts';
import type { RawOptions } from '../../saved-settings/setting-base.rules.ts';
import type { SettingUser } from '../../saved-settings/saved-settings.store.ts';
import { linkOptionsOf, type CompletedLink, type CompleteLink } from './complete-link.service.ts';
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
  readonly linkSecrets: Pick<LinkSecrets, 'readSecret' | 'findSigner'>;
  readonly completeLink: CompleteLink;
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
  /** Fields of the request before validation: without defaults. */
  readonly given: RawOptions;
}) => Promise<CreatedLink>;

/** Creates a {@link CreateLink}. */
export function createCreateLink(deps: CreateLinkDependencies): CreateLink {
  return async ({ organizationId, apiKeyId, request, given }) => {
    const { url, url_pattern: urlPattern, expires_in: expiresIn, name } = request;
    const { keyId, secret } = await deps.linkSecrets.readSecret({ organizationId, apiKeyId });
    const signer = await deps.linkSecrets.findSigner(keyId);
    const user = { organizationId, projectId: signer?.projectId ?? null };
    const completed = await completedRequest(deps, { user, request, given });
    const { options } = readCaptureRequest(
      captureOptionsOf({
        ...completed,
        file_type: formatOf(completed, { name, accept: undefined }),
      }),
      deps,
    );
    const expires = Math.floor(deps.clock.now().getTime() / 1_000) + expiresIn;
    const pairs: LinkPairs = [
      ...optionPairs(request, given),
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

/** Returns the parameters of the link with a URL of it and the options of its setting, for the rules. */
async function completedRequest(
  { completeLink }: CreateLinkDependencies,
  {
    user,
    request,
    given,
  }: { readonly user: SettingUser; readonly request: LinkRequest; readonly given: RawOptions },
): Promise<CompletedLink & { readonly url: string }> {
  if (request.setting_id === undefined) return { ...request, url: requireSource(request) };
  const url = sourceOf(request);
  const names = Object.keys(given).filter((one) => !ownFields.has(one));
  const options = Object.fromEntries(names.map((one) => [one, given[one]]));
  const source = url === undefined ? {} : { url };
  const completed = await completeLink(
    user,
    linkOptionsOf({ ...options, ...source }, request.name),
  );
  return { ...completed, url: url ?? requireSource({ ...request, url: completed.url }) };
}

/** Fields of a request for a link that are no options. */
const ownFields: ReadonlySet<string> = new Set(['url_pattern', 'expires_in', 'name', 'api_key_id']);

type LinkSource = Pick<LinkRequest, 'url' | 'url_pattern' | 'name'>;

/** Returns a URL of the link; undefined if the request names none. */
function sourceOf(request: LinkSource): string | undefined {
  const { url, url_pattern: urlPattern } = request;
  return url === undefined && urlPattern === undefined ? undefined : requireSource(request);
}

function requireSource({ url, url_pattern: urlPattern, name }: LinkSource): string {
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

/**
 * Returns the parameters that differ from their defaults; beside a setting, whose options would replace
 * the defaults, all that the request has.
 */
function optionPairs(request: LinkRequest, raw: RawOptions): LinkPairs {
  const given: Readonly<Record<string, unknown>> = request;
  const { setting_id: settingId } = request;
  const { options: named } = withCanonicalNames(raw);
  const isGiven = (name: string): boolean => settingId !== undefined && Object.hasOwn(named, name);
  const own = [
    ['file_type', request.file_type ?? ''],
    ['on_error', request.on_error ?? ''],
    ['setting_id', String(settingId ?? '')],
  ] as const;
  const others = linkOptionNames.flatMap((name) => {
    const { value, default: usual } = optionRow(name);
    const fallback = name === 'stale_while_revalidate' ? linkLimits.staleSeconds : usual;
    const text = given[name];
    if (text === undefined || (text === fallback && !isGiven(name)) || text === '') return [];
    return [[name, optionTextOf(text, value)] as const];
  });
  return [...own, ...others].filter(([, text]) => text !== '');
}

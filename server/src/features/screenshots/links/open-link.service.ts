import {
  linkLimits,
  linkParametersSchema,
  withCanonicalNames,
  type LinkParameters,
  type LinkQuery,
} from '@shotwright/contract';
import type { KeyCaller } from '../../../http/route.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import type { SettingUser } from '../../saved-settings/saved-settings.store.ts';
import { linkOptionsOf, type CompletedLink, type CompleteLink } from './complete-link.service.ts';
import type { LinkSecrets, LinkSigner } from './link-secrets.service.ts';
import {
  canonicalLink,
  isSignedBy,
  linkPath,
  pairsOf,
  readLinkToken,
  type LinkPairs,
} from './signed-link.rules.ts';

/** A request for the image of a link. */
export interface LinkCall {
  readonly caller: KeyCaller | null;
  readonly query: LinkQuery;
  readonly rawQuery: Readonly<Record<string, unknown>>;
  /** File name in the path. */
  readonly name: string | undefined;
}

/** A verified link: its parameters and the account that pays. */
export interface OpenLink {
  readonly payer: Omit<LinkSigner, 'secrets'>;
  readonly parameters: LinkParameters & { readonly url: string };
  /** Pattern that the normalised URL must match. */
  readonly urlPattern: string | undefined;
  /** Null: the caller sent an API key instead of a signature. */
  readonly expires: number | null;
  /** Identifies the link among those of all accounts; null as above. */
  readonly signature: string | null;
}

interface OpenLinkDependencies {
  readonly linkSecrets: Pick<LinkSecrets, 'findSigner'>;
  readonly completeLink: CompleteLink;
  readonly clock: Clock;
}

/**
 * Verifies a link. Throws `signature_required`, `signature_invalid`, `link_options_fixed` (403),
 * `link_expired` (410) or `validation_failed`. The signature is verified first, so that only its
 * owner learns more about a link.
 */
export type OpenLinkService = (call: LinkCall) => Promise<OpenLink>;

/** Creates an {@link OpenLinkService}. */
export function createOpenLink(deps: OpenLinkDependencies): OpenLinkService {
  return async (call) => {
    const { query, rawQuery, name, caller } = call;
    const { link, signature, key_id: _keyId, expires: _expires, ...parameters } = query;
    if (link !== undefined) return openToken(deps, link, call);
    const path = name === undefined ? linkPath : `${linkPath}/${encodeURIComponent(name)}`;
    const opened =
      signature === undefined
        ? openUnsigned(caller)
        : await verify(deps, { path, pairs: pairsOf(rawQuery), signature });
    const completed = await complete(deps, { ...opened, name, parameters, given: rawQuery });
    return { ...opened, parameters: requireUrl(completed), urlPattern: undefined };
  };
}

function openUnsigned(caller: KeyCaller | null): Pick<OpenLink, 'payer' | 'expires' | 'signature'> {
  if (!caller) throw signatureRequired();
  return { payer: caller, expires: null, signature: null };
}

async function openToken(
  deps: OpenLinkDependencies,
  token: string,
  { query, rawQuery }: LinkCall,
): Promise<OpenLink> {
  const read = readLinkToken(token);
  if (!read) throw signatureInvalid();
  const signed = await verify(deps, { path: linkPath, ...read });
  const added = Object.keys(rawQuery).find((name) => name !== 'link' && name !== 'url');
  if (added !== undefined) {
    throw new AppError({
      code: 'link_options_fixed',
      message: `${added.slice(0, 100)}: this link fixes its options; only the url may be added.`,
    });
  }
  const { parameters: own, given, urlPattern } = parametersOf(read.pairs);
  const parameters = { ...own, url: query.url };
  const completed = await complete(deps, { ...signed, parameters, given });
  return { ...signed, parameters: requireUrl({ ...completed, url: query.url }), urlPattern };
}

/** Returns the parameters with the options of the saved setting that they name, if any. */
async function complete(
  { completeLink }: OpenLinkDependencies,
  input: {
    readonly payer: SettingUser;
    readonly name?: string | undefined;
    readonly parameters: CompletedLink;
    readonly given: Readonly<Record<string, unknown>>;
  },
): Promise<CompletedLink> {
  const { payer, name, parameters, given } = input;
  if (parameters.setting_id === undefined) return parameters;
  const { url } = parameters;
  const all: Readonly<Record<string, unknown>> = { ...given, ...(url !== undefined && { url }) };
  const { key_id: _keyId, expires: _expires, signature: _signature, ...options } = all;
  return completeLink(payer, linkOptionsOf(options, name));
}

/** Parses the parameters of a token, which its owner may have signed without our help. */
function parametersOf(pairs: LinkPairs) {
  const {
    key_id: _keyId,
    expires: _expires,
    url_pattern: urlPattern,
    ...given
  } = Object.fromEntries(pairs);
  if (urlPattern === undefined) {
    throw invalidField('link', 'must contain url_pattern, the pattern of its URLs');
  }
  const parsed = linkParametersSchema.safeParse(withCanonicalNames(given).options);
  if (parsed.success) return { parameters: parsed.data, given, urlPattern };
  const [issue] = parsed.error.issues;
  throw invalidField('link', `contains an option that is not valid: ${issue?.path.join('.')}`);
}

async function verify(
  { linkSecrets, clock }: OpenLinkDependencies,
  { path, pairs, signature }: { path: string; pairs: LinkPairs; signature: string },
): Promise<Pick<OpenLink, 'payer' | 'expires' | 'signature'>> {
  const read = (name: string): string => pairs.find(([one]) => one === name)?.[1] ?? '';
  const signer = await linkSecrets.findSigner(read('key_id'));
  const canonical = canonicalLink(path, pairs);
  // An unknown key takes the same time and has the same error as a wrong signature.
  const isSigned = isSignedBy(signer?.secrets ?? ['unknown'], { canonical, signature });
  if (!signer || !isSigned) throw signatureInvalid();
  const { secrets: _secrets, ...payer } = signer;
  return { payer, expires: requireUnexpired(read('expires'), clock), signature };
}

function requireUnexpired(text: string, clock: Clock): number {
  const expires = Number(text);
  const nowSeconds = clock.now().getTime() / 1_000;
  const latest = nowSeconds + linkLimits.expiresInSeconds.max;
  if (!/^\d{1,12}$/.test(text) || expires > latest) {
    const message = `must be the end of the link in seconds since 1970, at most 366 days ahead`;
    throw invalidField('expires', message);
  }
  if (expires < nowSeconds) {
    const message = 'This link has expired. Ask the person who made it for a new one.';
    throw new AppError({ code: 'link_expired', message });
  }
  return expires;
}

function requireUrl(
  parameters: Omit<LinkParameters, 'url'> & { readonly url?: string | undefined },
): OpenLink['parameters'] {
  const { url } = parameters;
  if (url === undefined) throw invalidField('url', 'is required: the URL of the page');
  return { ...parameters, url };
}

function signatureRequired(): AppError {
  return new AppError({
    code: 'signature_required',
    message:
      'This link is not signed. Make it with POST /api/v1/links, or send your API key in the x-api-key header.',
  });
}

function signatureInvalid(): AppError {
  return new AppError({
    code: 'signature_invalid',
    message:
      'The signature does not fit this link. The link was changed, or signed with another secret.',
  });
}

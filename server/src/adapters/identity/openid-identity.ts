import { createRemoteJWKSet, customFetch as joseFetch, errors, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { z } from 'zod';
import type { Logger } from '../../lib/logger.ts';
import type { Identity, IdentityProvider } from './identity-provider.ts';

interface OpenidIdentityOptions {
  /** Issuer URL of the provider, such as `https://accounts.google.com`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: typeof fetch;
  readonly logger: Logger;
  /** True for a provider on this machine, which may use plain http. */
  readonly isLocal?: boolean;
  readonly timeoutMs?: number;
}

interface Provider {
  readonly config: openid.Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().min(3).max(254),
  // Some providers send the value as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const maxNameLength = 100;

/**
 * Creates an OpenID Connect client with openid-client and jose: one discovery, then verification of
 * each token's signature, issuer, audience and age.
 */
export function createOpenidIdentity(options: OpenidIdentityOptions): IdentityProvider {
  const { logger } = options;
  let known: Promise<Provider> | undefined;
  const provider = (): Promise<Provider> => {
    known ??= discover(options).catch((err: unknown) => {
      // Allows the next call to retry a provider that was down.
      known = undefined;
      throw err;
    });
    return known;
  };
  return {
    identify: async ({ code, redirectUri }) => {
      try {
        const { config, keys } = await provider();
        const idToken = isIdToken(code) ? code : await redeem(config, { code, redirectUri });
        const { payload } = await jwtVerify(idToken, keys, {
          issuer: issuersOf(options.issuer),
          audience: options.clientId,
          algorithms,
          requiredClaims: ['exp', 'iat', 'sub'],
          maxTokenAge: '1 hour',
          clockTolerance: 30,
        });
        return { outcome: 'confirmed', identity: identityOf(options.issuer, payload) };
      } catch (err) {
        const outcome = isAboutToken(err) ? 'invalid' : 'unavailable';
        logger.warn({ err: describe(err), outcome }, 'identity not confirmed');
        return { outcome };
      }
    },
  };
}

async function discover(options: OpenidIdentityOptions): Promise<Provider> {
  const timeoutMs = options.timeoutMs ?? 5_000;
  const config = await openid.discovery(
    new URL(options.issuer),
    options.clientId,
    options.clientSecret,
    undefined,
    {
      timeout: timeoutMs / 1_000,
      execute: options.isLocal === true ? [openid.allowInsecureRequests] : [],
      [openid.customFetch]: asCustomFetch(options.fetch),
    },
  );
  const { jwks_uri: jwksUri } = config.serverMetadata();
  if (jwksUri === undefined) throw new Error('the identity provider names no key set');
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: timeoutMs,
    [joseFetch]: options.fetch,
  });
  return { config, keys };
}

function asCustomFetch(send: typeof fetch): openid.CustomFetch {
  return (url, { body, headers, method, redirect, signal }) =>
    send(url, {
      body: body instanceof Uint8Array ? Buffer.from(body) : (body ?? null),
      headers,
      method,
      redirect,
      ...(signal ? { signal } : {}),
    });
}

// Google's tokens contain either form:
// https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
const issuersOf = (issuer: string): string[] =>
  issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer];

const isIdToken = (code: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(code);

async function redeem(
  config: openid.Configuration,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<string> {
  const cameBackTo = new URL(redirectUri);
  cameBackTo.searchParams.set('code', code);
  // The contract carries only the code. There is only one provider, so a mix-up of providers is
  // impossible (RFC 9207).
  const { issuer, authorization_response_iss_parameter_supported: isNamed } =
    config.serverMetadata();
  if (isNamed === true) cameBackTo.searchParams.set('iss', issuer);
  const tokens = await openid.authorizationCodeGrant(config, cameBackTo, { idTokenExpected: true });
  return tokens.id_token ?? '';
}

const clean = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, maxNameLength);

function identityOf(issuer: string, payload: unknown): Identity {
  const claims = claimsSchema.parse(payload);
  const [firstWord = '', ...rest] = (claims.name ?? '').trim().split(' ');
  return {
    subject: `${issuer}|${claims.sub}`,
    email: claims.email,
    isEmailVerified: claims.email_verified,
    firstName: clean(claims.given_name ?? firstWord) || (claims.email.split('@', 1)[0] ?? ''),
    lastName: clean(claims.family_name ?? rest.join(' ')),
  };
}

const tokenCodes = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
]);

/**
 * Returns true if the token or code is invalid; every other error is caused by the provider or the
 * network.
 */
function isAboutToken(err: unknown): boolean {
  if (err instanceof errors.JWKSTimeout) return false;
  if (err instanceof errors.JOSEError) return err.code !== 'ERR_JOSE_GENERIC';
  if (err instanceof z.ZodError) return true;
  // openid-client validates a redeemed token before this code does.
  if (err instanceof openid.ClientError) return tokenCodes.has(err.code ?? '');
  return err instanceof openid.ResponseBodyError && err.error === 'invalid_grant';
}

// The error may quote the token; a log must not contain credentials.
function describe(err: unknown): { name: string; message: string; code?: unknown } {
  if (!(err instanceof Error)) return { name: 'unknown', message: '' };
  const message = err instanceof z.ZodError ? 'claims are missing' : err.message;
  return { name: err.name, message, ...('code' in err ? { code: err.code } : {}) };
}

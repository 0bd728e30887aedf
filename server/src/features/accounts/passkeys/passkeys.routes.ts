import { passkeyEndpoints, passkeyLimits } from '@shotwright/contract';
import { route, type CookieToSet, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { codeOf, personOf, subjectOf } from '../security-subjects.ts';
import { cookiesOf } from '../sessions/session-cookies.ts';
import { deviceCookieName, type TrustedNetworks } from '../trusted-networks.service.ts';
import { presentUser } from '../users.present.ts';
import type { PasskeySignInService } from './passkey-sign-in.service.ts';
import type { PasskeysService } from './passkeys.service.ts';
import type { PasskeyRow } from './passkeys.store.ts';

/** Binds the challenges of a sign-in to the browser that asked for them. */
const challengeCookieName = 'shotwright_passkey';

/** Routes for sign-in with a passkey and for the passkeys of a user. */
export function passkeysRoutes(deps: {
  readonly signIn: PasskeySignInService;
  readonly passkeys: PasskeysService;
  readonly trustedNetworks: Pick<TrustedNetworks, 'deviceCookie'>;
}): Route[] {
  return [...signInRoutes(deps), ...ownPasskeysRoutes(deps.passkeys)];
}

function signInRoutes({
  signIn,
  trustedNetworks,
}: Omit<Parameters<typeof passkeysRoutes>[0], 'passkeys'>): Route[] {
  return [
    route(passkeyEndpoints.startPasskeySignIn, async (req) => {
      const { options, browserToken } = await signIn.start({
        ip: req.ip,
        browserToken: req.cookie(challengeCookieName),
        log: securityLogOf(req),
      });
      return {
        data: { options },
        message: 'Choose a passkey in your browser.',
        cookies: [challengeCookie(browserToken)],
      };
    }),
    route(passkeyEndpoints.passkeyLogin, async (req) => {
      const { user, tokens } = await signIn.signIn({
        credential: req.body.credential,
        ip: req.ip,
        browserToken: req.cookie(challengeCookieName),
        userAgent: req.header('user-agent'),
        log: securityLogOf(req),
      });
      const deviceCookie = trustedNetworks.deviceCookie(user.id, req.cookie(deviceCookieName));
      return {
        data: { user: presentUser(user) },
        actor: subjectOf(user),
        message: 'You have been successfully logged in.',
        cookies: [...cookiesOf(tokens), deviceCookie, challengeCookie(null)],
      };
    }),
  ];
}

function ownPasskeysRoutes(service: PasskeysService): Route[] {
  return [
    route(passkeyEndpoints.listPasskeys, async ({ caller }) => ({
      data: { passkeys: (await service.listPasskeys(caller)).map(presentPasskey) },
    })),
    route(passkeyEndpoints.startPasskey, async (req) => {
      const { caller, ip, body } = req;
      const { currentPassword } = body;
      const options = await service
        .startPasskey({ caller, ip, currentPassword })
        .catch((error: unknown) => {
          securityLogOf(req)('passkey.refused', { ...personOf(caller), ...codeOf(error) });
          throw error;
        });
      return { data: { options }, message: 'Create a passkey in your browser.' };
    }),
    route(passkeyEndpoints.addPasskey, async (req) => {
      const { caller, body } = req;
      const passkey = await service.addPasskey({ caller, ...body }).catch((error: unknown) => {
        securityLogOf(req)('passkey.refused', { ...personOf(caller), ...codeOf(error) });
        throw error;
      });
      securityLogOf(req)('passkey.added', personOf(caller));
      return { data: { passkey: presentPasskey(passkey) }, message: 'The passkey was added.' };
    }),
    route(passkeyEndpoints.renamePasskey, async ({ caller, params, body }) => {
      const passkey = await service.renamePasskey({ caller, id: params.id, name: body.name });
      return { data: { passkey: presentPasskey(passkey) }, message: 'The passkey was renamed.' };
    }),
    route(passkeyEndpoints.deletePasskey, async (req) => {
      const { caller, params } = req;
      await service.deletePasskey({ caller, id: params.id });
      securityLogOf(req)('passkey.deleted', personOf(caller));
      return { data: {}, message: 'The passkey was deleted.' };
    }),
  ];
}

function challengeCookie(value: string | null): CookieToSet {
  const maxAgeSeconds = value === null ? 0 : passkeyLimits.challengeMinutes * 60;
  return { name: challengeCookieName, value, isHttpOnly: true, maxAgeSeconds };
}

/** Converts a passkey to its wire format. */
function presentPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    name: row.name,
    isSynced: row.is_backed_up,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

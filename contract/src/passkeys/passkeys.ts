import { z } from 'zod';
import { userSchema } from '../accounts.ts';
import { defineEndpoint } from '../endpoint.ts';
import { accountPaths } from '../paths/accounts.ts';
import { textLimits } from '../paths/limits.ts';
import { passkeyLimits, passkeyPaths } from '../paths/passkeys/passkeys.ts';
import { nameText, wireInstant, wireUuid } from '../wire.ts';

/** A passkey of the signed-in user, without its key. */
export const passkeySchema = z.object({
  id: wireUuid,
  name: z.string(),
  /** True if the passkey is also stored outside of the device, such as in a password manager. */
  isSynced: z.boolean(),
  createdAt: wireInstant,
  /** Null before the first sign-in with it. */
  lastUsedAt: wireInstant.nullable(),
});

/** Type inferred from {@link passkeySchema}. */
export type Passkey = z.infer<typeof passkeySchema>;

const tag = 'Accounts';
const name = nameText(textLimits.name);
const byId = z.object({ id: wireUuid });
const passkeyResponse = { kind: 'envelope', schema: z.object({ passkey: passkeySchema }) } as const;

const optionsResponse = {
  kind: 'envelope',
  schema: z.object({
    options: z
      .record(z.string(), z.unknown())
      .describe(
        `Options of the Web Authentication API as JSON. Their challenge is accepted once, within ${passkeyLimits.challengeMinutes} minutes.`,
      ),
  }),
} as const;

/** Binary text of a response of the browser. */
const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/, { error: 'must be base64url without padding' });

// Browsers and password managers add fields of later versions of the standard, so unknown ones are dropped.
const credential = z.object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
});
const createdCredential = credential.extend({
  response: z.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(65_536),
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
});
const usedCredential = credential.extend({
  response: z.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(8_192),
    signature: base64url(8_192),
    /** Missing for a passkey that does not name its user; such a passkey is rejected. */
    userHandle: z.string().max(256).nullish(),
  }),
});

/** Endpoints for sign-in with a passkey and for the passkeys of a user. */
export const passkeyEndpoints = {
  startPasskeySignIn: defineEndpoint({
    ...accountPaths.startPasskeySignIn,
    operationId: 'startPasskeySignIn',
    summary: 'Get a challenge for sign-in with a passkey',
    tag,
    auth: 'public',
    response: optionsResponse,
    errorStatuses: [404, 429],
  }),
  passkeyLogin: defineEndpoint({
    ...accountPaths.passkeyLogin,
    operationId: 'passkeyLogin',
    summary: 'Sign in with a passkey',
    tag,
    auth: 'public',
    body: z.strictObject({
      credential: usedCredential.describe('Result of navigator.credentials.get() as JSON.'),
    }),
    response: { kind: 'envelope', schema: z.object({ user: userSchema }) },
    errorStatuses: [404],
  }),
  listPasskeys: defineEndpoint({
    ...passkeyPaths.listPasskeys,
    operationId: 'listPasskeys',
    summary: 'List passkeys',
    tag,
    auth: 'session',
    right: 'self',
    response: { kind: 'envelope', schema: z.object({ passkeys: z.array(passkeySchema) }) },
  }),
  startPasskey: defineEndpoint({
    ...passkeyPaths.startPasskey,
    operationId: 'startPasskey',
    summary: 'Get a challenge for a new passkey',
    tag,
    auth: 'session',
    right: 'self',
    body: z.strictObject({
      currentPassword: z
        .string()
        .min(1)
        .max(1_024)
        .optional()
        .describe('Required when the session is older than 15 minutes.'),
    }),
    response: optionsResponse,
    errorStatuses: [404, 409],
  }),
  addPasskey: defineEndpoint({
    ...passkeyPaths.addPasskey,
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    tag,
    auth: 'session',
    right: 'self',
    successStatus: 201,
    body: z.strictObject({
      name,
      credential: createdCredential.describe('Result of navigator.credentials.create() as JSON.'),
    }),
    response: passkeyResponse,
    errorStatuses: [404, 409],
  }),
  renamePasskey: defineEndpoint({
    ...passkeyPaths.renamePasskey,
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    tag,
    auth: 'session',
    right: 'self',
    params: byId,
    body: z.strictObject({ name }),
    response: passkeyResponse,
  }),
  deletePasskey: defineEndpoint({
    ...passkeyPaths.deletePasskey,
    operationId: 'deletePasskey',
    summary: 'Delete a passkey',
    tag,
    auth: 'session',
    right: 'self',
    params: byId,
    response: { kind: 'envelope', schema: z.object({}) },
  }),
} as const;

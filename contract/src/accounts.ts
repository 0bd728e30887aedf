import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { accountPaths, emailPattern, verificationCode } from './paths/accounts.ts';
import { textLimits } from './paths/limits.ts';
import { optionalEmails } from './paths/privacy/privacy.ts';
import { givenRoles } from './paths/team/rights.ts';
import { nameRule, wireInstant, wireUuid } from './wire.ts';

/**
 * Text without control characters. Email addresses have no use for them, and PostgreSQL rejects
 * NUL.
 */
const withoutControls = /^\P{Cc}*$/u;

/** Email of a user, in lower case. */
export const emailField = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'Email is required' })
  .max(textLimits.email, { error: 'Please enter a valid email address' })
  .regex(emailPattern, { error: 'Please enter a valid email address' })
  .regex(withoutControls, { error: 'Please enter a valid email address' });
/** Name of a user; `sentence` is the error for an empty one. */
export const personNameField = (sentence: string) =>
  z
    .string({ error: sentence })
    .trim()
    .min(1, { error: sentence })
    .max(textLimits.personName, { error: `must be at most ${textLimits.personName} characters` })
    .regex(nameRule.pattern, { error: nameRule.error });
/** Name of a user that may be blank. */
export const optionalNameField = z
  .string()
  .trim()
  .max(textLimits.personName, { error: `must be at most ${textLimits.personName} characters` })
  .regex(nameRule.pattern, { error: nameRule.error });
/** New password of a user. */
export const newPasswordField = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .min(textLimits.password.min, { error: 'Password must be at least 8 characters' })
  .max(textLimits.password.max, { error: 'Password must be at most 128 characters' });
const code = z.string({ error: 'code is required' }).min(1).max(8_192);

/** The signed-in user. `organizationId` is the analytics identity. Source: specification §3. */
export const userSchema = z.object({
  id: wireUuid,
  organizationId: wireUuid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  provider: z.enum(['EMAIL', 'GOOGLE']),
  /** Role in the organisation; omitted for its owner. */
  role: z.enum(givenRoles).optional(),
  /** Present only for members of the support team; omitted for all other users. */
  isStaff: z.literal(true).optional(),
  /** Time zone in which the dashboard shows times; omitted for the one of the browser. */
  timeZone: z.string().optional(),
  /** Emails that the user has turned off; omitted if there are none. */
  mutedEmails: z.array(z.enum(optionalEmails)).optional(),
  /** Time at which the account will be deleted; omitted unless its deletion is scheduled. */
  deletionAt: wireInstant.optional(),
});

const tag = 'Accounts';
const userResponse = { kind: 'envelope', schema: z.object({ user: userSchema }) } as const;
const emptyResponse = { kind: 'envelope', schema: z.object({}) } as const;

/** Endpoints for sign-up, sign-in, sign-out and the user's profile. */
export const accountEndpoints = {
  login: defineEndpoint({
    ...accountPaths.login,
    operationId: 'login',
    summary: 'Sign in with email and password',
    tag,
    auth: 'public',
    body: z.strictObject({
      email: z.string().trim().toLowerCase().min(1).max(textLimits.email).regex(withoutControls),
      password: z.string().min(1).max(1_024),
    }),
    response: userResponse,
  }),
  googleLogin: defineEndpoint({
    ...accountPaths.googleLogin,
    operationId: 'googleLogin',
    summary: 'Sign in with an ID token or code of the identity provider',
    tag,
    auth: 'public',
    body: z.strictObject({ code }),
    response: userResponse,
  }),
  googleSignup: defineEndpoint({
    ...accountPaths.googleSignup,
    operationId: 'googleSignup',
    summary: 'Sign up with an ID token or code of the identity provider',
    tag,
    auth: 'public',
    successStatus: 201,
    body: z.strictObject({ code }),
    response: userResponse,
  }),
  requestCaptcha: defineEndpoint({
    ...accountPaths.requestCaptcha,
    operationId: 'requestCaptcha',
    summary: 'Get a proof-of-work challenge',
    tag,
    auth: 'public',
    response: { kind: 'bare', schema: z.record(z.string(), z.unknown()) },
  }),
  verifyEmail: defineEndpoint({
    ...accountPaths.verifyEmail,
    operationId: 'verifyEmail',
    summary: 'Send a verification code',
    tag,
    auth: 'public',
    body: z.strictObject({
      email: emailField,
      captchaToken: z
        .string({ error: 'Please complete the captcha verification' })
        .min(1, { error: 'Please complete the captcha verification' })
        .max(8_192),
    }),
    response: { kind: 'envelope', schema: z.object({ resendToken: z.string() }) },
  }),
  resendCode: defineEndpoint({
    ...accountPaths.resendCode,
    operationId: 'resendCode',
    summary: 'Send another verification code without a second captcha',
    tag,
    auth: 'public',
    body: z.strictObject({ email: emailField, resendToken: z.string().min(1).max(1_024) }),
    response: emptyResponse,
  }),
  signup: defineEndpoint({
    ...accountPaths.signup,
    operationId: 'signup',
    summary: 'Create an account',
    tag,
    auth: 'public',
    successStatus: 201,
    body: z.strictObject({
      firstName: personNameField('First name is required'),
      lastName: personNameField('Last name is required'),
      email: emailField,
      password: newPasswordField,
      otp: z
        .string({ error: 'must be the 6-digit code' })
        .regex(new RegExp(`^\\d{${verificationCode.digits}}$`), {
          error: 'must be the 6-digit code',
        }),
    }),
    response: userResponse,
  }),
  forgotPassword: defineEndpoint({
    ...accountPaths.forgotPassword,
    operationId: 'forgotPassword',
    summary: 'Request a password reset link',
    tag,
    auth: 'public',
    body: z.strictObject({ email: emailField }),
    response: emptyResponse,
  }),
  resetPassword: defineEndpoint({
    ...accountPaths.resetPassword,
    operationId: 'resetPassword',
    summary: 'Set a new password with the token of a password reset link',
    tag,
    auth: 'public',
    body: z.strictObject({ token: z.string().min(1).max(512), password: newPasswordField }),
    response: emptyResponse,
  }),
  logout: defineEndpoint({
    ...accountPaths.logout,
    operationId: 'logout',
    summary: 'Sign out',
    tag,
    auth: 'session',
    right: 'self',
    response: emptyResponse,
  }),
  listSessions: defineEndpoint({
    ...accountPaths.listSessions,
    operationId: 'listSessions',
    summary: 'List signed-in devices',
    tag,
    auth: 'session',
    right: 'self',
    response: {
      kind: 'envelope',
      schema: z.object({
        sessions: z.array(
          z.object({
            id: wireUuid,
            userAgent: z.string(),
            createdAt: wireInstant,
            lastSeenAt: wireInstant,
            isCurrent: z.boolean(),
          }),
        ),
      }),
    },
  }),
  endSession: defineEndpoint({
    ...accountPaths.endSession,
    operationId: 'endSession',
    summary: 'Sign out one device',
    tag,
    auth: 'session',
    right: 'self',
    params: z.object({ id: wireUuid }),
    response: emptyResponse,
  }),
  endAllSessions: defineEndpoint({
    ...accountPaths.endAllSessions,
    operationId: 'endAllSessions',
    summary: 'Sign out of all devices',
    tag,
    auth: 'session',
    right: 'self',
    response: emptyResponse,
  }),
  getProfile: defineEndpoint({
    ...accountPaths.getProfile,
    operationId: 'getProfile',
    summary: 'Read the profile',
    tag,
    auth: 'session',
    right: 'self',
    response: userResponse,
  }),
  updateProfile: defineEndpoint({
    ...accountPaths.updateProfile,
    operationId: 'updateProfile',
    summary: 'Change the name or the password',
    tag,
    auth: 'session',
    right: 'self',
    body: z.strictObject({
      firstName: personNameField('First name is required'),
      /** Absent means blank: the form omits a blank last name (specification §5). */
      lastName: optionalNameField.optional(),
      password: z
        .string()
        .min(textLimits.password.min, { error: 'Password must be at least 8 characters long' })
        .max(textLimits.password.max, { error: 'Password must be at most 128 characters' })
        .optional(),
      /** Required with `password` when the session is older than 15 minutes. */
      currentPassword: z.string().min(1).max(1_024).optional(),
    }),
    response: userResponse,
  }),
} as const;

/** Type inferred from {@link userSchema}. */
export type User = z.infer<typeof userSchema>;

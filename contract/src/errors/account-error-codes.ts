import { permanent, type ErrorCode } from './error-code.ts';

/** Error codes about sign-up, sign-in and passkeys. */
export const accountErrorCodes = {
  otp_invalid: permanent(
    400,
    'The verification code is wrong, was used before or was replaced by a newer one.',
  ),
  otp_expired: permanent(400, 'The verification code is older than ten minutes.'),
  captcha_failed: permanent(400, 'The captcha solution is wrong, was used before or has expired.'),
  identity_token_invalid: permanent(400, 'The identity provider did not confirm this sign-in.'),
  reset_link_invalid: permanent(
    400,
    'The password reset link was used, was replaced by a newer one or is older than an hour.',
  ),
  invite_invalid: permanent(
    400,
    'The invitation was accepted, revoked or replaced by a newer one, or is older than a week.',
  ),
  passkey_challenge_invalid: permanent(
    400,
    'The challenge was answered before, is older than five minutes, or belongs to another browser.',
  ),
  passkey_invalid: permanent(
    400,
    'The passkey is not known, or its response could not be verified.',
  ),
  passkey_not_found: permanent(404, 'The passkey does not exist.'),
  passkeys_unavailable: permanent(
    404,
    'Passkeys need a public URL with https and a host name, or localhost.',
  ),
  passkey_limit_reached: permanent(409, 'The account has the maximum number of passkeys.'),
  passkey_exists: permanent(409, 'The passkey was added before.'),
  recent_sign_in_required: permanent(
    403,
    'The session is older than 15 minutes, and the account has no password to confirm the change.',
  ),
} as const satisfies Record<string, ErrorCode>;

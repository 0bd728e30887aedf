import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for accounts. */
export const accountPaths = {
  login: { method: 'POST', path: '/auth/login' },
  googleLogin: { method: 'POST', path: '/auth/google/login' },
  googleSignup: { method: 'POST', path: '/auth/google/signup' },
  startPasskeySignIn: { method: 'POST', path: '/auth/passkey/options' },
  passkeyLogin: { method: 'POST', path: '/auth/passkey/login' },
  requestCaptcha: { method: 'GET', path: '/auth/captcha' },
  verifyEmail: { method: 'POST', path: '/auth/verify-email' },
  resendCode: { method: 'POST', path: '/auth/verify-email/resend' },
  signup: { method: 'POST', path: '/auth/signup' },
  forgotPassword: { method: 'POST', path: '/auth/forgot-password' },
  resetPassword: { method: 'POST', path: '/auth/reset-password' },
  logout: { method: 'POST', path: '/auth/logout' },
  listSessions: { method: 'GET', path: '/auth/sessions' },
  endSession: { method: 'DELETE', path: '/auth/sessions/{id}' },
  endAllSessions: { method: 'POST', path: '/auth/sessions/end-all' },
  getProfile: { method: 'GET', path: '/users/profile' },
  updateProfile: { method: 'PATCH', path: '/users/profile' },
} as const satisfies PathTable;

/** Pattern of an email: text, @, text, a dot, text (ruling RL-13). */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Limits of a verification code. Source: specification §5, §9. */
export const verificationCode = {
  digits: 6,
  expiresInMinutes: 10,
  maxTries: 5,
  maxSentPerHour: 5,
} as const;

/**
 * Maximum age of a session that may change the password without the current one. Unit: minutes.
 * Source: acceptance ST-10.
 */
export const freshSessionMinutes = 15;

import { networkPrefix } from './network-prefix.ts';
import type { Logger } from './logger.ts';

/** Names of security events. They are stable because operators base alerts on them. */
export type SecurityEvent =
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_in.throttled'
  | 'sign_up.succeeded'
  | 'sign_out'
  | 'session.ended'
  | 'sessions.ended'
  | 'password.changed'
  | 'password.change_refused'
  | 'password.reset_requested'
  | 'password.reset'
  | 'password.reset_refused'
  | 'passkey.added'
  | 'passkey.refused'
  | 'passkey.deleted'
  | 'account.deletion_scheduled'
  | 'account.deletion_refused'
  | 'account.deletion_cancelled'
  | 'member.invited'
  | 'member.joined'
  | 'member.removed'
  | 'ownership.transferred'
  | 'api_key.created'
  | 'api_keys.revealed'
  | 'api_key.updated'
  | 'api_key.rotated'
  | 'api_key.deleted';

/** Subject of a security event. Never contains an email, a password, an API key or a token. */
export interface SecuritySubject {
  readonly userId?: string;
  readonly organizationId?: string;
  /** Hash of an email that may have no account; only this installation can compute it. */
  readonly accountHash?: string;
  readonly method?: 'password' | 'google' | 'passkey';
  readonly apiKeyId?: number;
  readonly count?: number;
  /** An error code of the API. */
  readonly code?: string;
}

/** Logs security events of one request. */
export type SecurityLog = (event: SecurityEvent, subject: SecuritySubject) => void;

const failureEvents: ReadonlySet<SecurityEvent> = new Set([
  'sign_in.failed',
  'sign_in.throttled',
  'password.change_refused',
  'password.reset_refused',
  'passkey.refused',
  'account.deletion_refused',
]);

/** Creates a log with the request's ID and the client's network; denials are logged as warnings. */
export function securityLogOf(request: {
  readonly logger: Logger;
  readonly ip: string;
}): SecurityLog {
  const { logger, ip } = request;
  return (securityEvent, subject) => {
    const fields = { securityEvent, ...subject, network: networkPrefix(ip) };
    if (failureEvents.has(securityEvent)) logger.warn(fields, 'security event');
    else logger.info(fields, 'security event');
  };
}

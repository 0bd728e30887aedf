import { addressPrefix } from './address-prefix.ts';
import type { Logger } from './logger.ts';

/** Names of security events. They are stable: alarms are set on them. */
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
  | 'api_key.created'
  | 'api_keys.revealed'
  | 'api_key.rotated'
  | 'api_key.deleted';

/** Who and what an event is about. Never an email address, a password, a key or a token. */
export interface SecuritySubject {
  readonly userId?: string;
  readonly organizationId?: string;
  /** An email address that may have no account, as a hash that only this installation can make. */
  readonly accountHash?: string;
  readonly method?: 'password' | 'google';
  readonly apiKeyId?: number;
  readonly count?: number;
  /** An error code of the API. */
  readonly code?: string;
}

/** Writes security events of one request. */
export type SecurityLog = (event: SecurityEvent, subject: SecuritySubject) => void;

const refusals: ReadonlySet<SecurityEvent> = new Set([
  'sign_in.failed',
  'sign_in.throttled',
  'password.change_refused',
  'password.reset_refused',
]);

/** Logs with the request's id and the network of the client; refusals as warnings. */
export function securityLogOf(request: {
  readonly logger: Logger;
  readonly ip: string;
}): SecurityLog {
  const { logger, ip } = request;
  return (securityEvent, subject) => {
    const fields = { securityEvent, ...subject, network: addressPrefix(ip) };
    if (refusals.has(securityEvent)) logger.warn(fields, 'security event');
    else logger.info(fields, 'security event');
  };
}

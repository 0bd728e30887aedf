import type { ApiKeyAccess } from '@shotwright/contract';
import { AppError } from './app-error.ts';

/** Error for an API key that is unknown or deleted. */
export function apiKeyInvalid(): AppError {
  return new AppError({
    code: 'api_key_invalid',
    message: 'This API key does not exist or was deleted. Check the x-api-key header.',
  });
}

/** Error for an API key that its owner has switched off. */
export function apiKeyInactive(): AppError {
  return new AppError({
    code: 'api_key_inactive',
    message: 'This API key is inactive. Activate it in the dashboard or use another key.',
  });
}

/** Error for an API key that has reached its date of expiry. */
export function apiKeyExpired(expiresAt: Date): AppError {
  return new AppError({
    code: 'api_key_expired',
    message: `This API key expired on ${expiryFormat.format(expiresAt)} UTC. Extend it in the dashboard or use another key.`,
    details: { expiresAt: expiresAt.toISOString() },
  });
}

/** Error for an API key that is used from an IP address outside its ranges, which it does not name. */
export function apiKeyIpForbidden(ip: string): AppError {
  return new AppError({
    code: 'api_key_ip_forbidden',
    message: `This API key may not be used from the IP address ${ip}. Allow it for the key in the dashboard, or call from an allowed one.`,
    details: { ip },
  });
}

/** Error for an operation that the access of an API key does not include. */
export function apiKeyAccessForbidden(access: ApiKeyAccess, operationId: string): AppError {
  return new AppError({
    code: 'api_key_access_forbidden',
    message: `The access of this API key is "${access}", which does not include the operation ${operationId}. Use a key with full access.`,
    details: { access, operationId },
  });
}

const expiryFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

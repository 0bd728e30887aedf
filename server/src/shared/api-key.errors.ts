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

import { keyInBrowserMessage } from '../auth/resolve-caller.ts';
import type { ErrorResponse } from '../errors/error-response.ts';

/**
 * Returns the error for a method that a path does not support; for a preflight request, it explains
 * why cross-origin calls are not allowed.
 */
export function methodNotAllowed(request: {
  readonly method: string;
  readonly allow: string;
  readonly isPreflight: boolean;
}): ErrorResponse {
  if (request.isPreflight)
    return { statusCode: 403, code: 'key_in_browser', message: keyInBrowserMessage };
  const message = `${request.method} does not exist here. Use ${request.allow}.`;
  return { statusCode: 405, code: 'method_not_allowed', message };
}

import { notFound, type AppError } from '../../../shared/app-error.ts';

/** Error for a webhook that does not exist or belongs to another organisation. */
export function webhookNotFound(): AppError {
  return notFound('webhook_not_found', 'This webhook does not exist.');
}

import { notFound, type AppError } from '../../lib/app-error.ts';

/** The refusal of a webhook that is absent or somebody else's. */
export function webhookMissing(): AppError {
  return notFound('webhook_not_found', 'This webhook does not exist.');
}

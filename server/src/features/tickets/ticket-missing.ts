import { notFound, type AppError } from '../../lib/app-error.ts';

/** The answer for tickets that do not exist and for those of others. */
export function ticketMissing(): AppError {
  return notFound('ticket_not_found', 'This ticket does not exist.');
}

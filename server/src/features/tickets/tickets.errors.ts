import { notFound, type AppError } from '../../shared/app-error.ts';

/** Error for tickets that do not exist or belong to another user. */
export function ticketNotFound(): AppError {
  return notFound('ticket_not_found', 'This ticket does not exist.');
}

import type { JobHandler } from '../../../jobs/job.ts';
import { resetMailKind, type PasswordResetService } from './password-reset.service.ts';

/** Handles queued password resets with {@link PasswordResetService.mailReset}. */
export function resetMailJob(
  service: PasswordResetService,
): JobHandler<{ readonly email: string }> {
  return {
    kind: resetMailKind,
    concurrency: 2,
    handle: ({ data }) => service.mailReset(data.email),
  };
}

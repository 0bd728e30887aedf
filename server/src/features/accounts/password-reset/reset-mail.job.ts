import type { JobHandler } from '../../../jobs/job.ts';
import { resetMailKind, type PasswordResetService } from './password-reset.service.ts';

/** Works off asked-for password links; see {@link PasswordResetService}. */
export function resetMailJob(
  service: PasswordResetService,
): JobHandler<{ readonly email: string }> {
  return {
    kind: resetMailKind,
    concurrency: 2,
    handle: ({ data }) => service.mailReset(data.email),
  };
}

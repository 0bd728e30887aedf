import type { JobHandler } from '../../jobs/job.ts';
import { sendMailKind, type MailService } from './mail.service.ts';

type SendMailData = Parameters<MailService['sendQueued']>[0];

/** Handles {@link sendMailKind} with {@link MailService.sendQueued}. */
export function sendMailJob(service: MailService): JobHandler<SendMailData> {
  return {
    kind: sendMailKind,
    concurrency: 4,
    handle: ({ data }) => service.sendQueued(data),
  };
}

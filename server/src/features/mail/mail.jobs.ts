import { defineJob, type JobHandler } from '../../jobs/job.ts';

interface SendMailData {
  readonly mailId: string;
  readonly sealed: string;
}

/** Job that sends one email, retried with growing delay for about three hours. */
export const sendMailJob = defineJob<SendMailData>({
  name: 'mail.send',
  retryLimit: 10,
  retryDelaySeconds: 10,
  retryBackoff: true,
  expireInSeconds: 90,
});

/** Handles {@link sendMailJob}. */
export function sendMailHandler(service: {
  sendQueued(job: SendMailData): Promise<void>;
}): JobHandler<SendMailData> {
  return {
    kind: sendMailJob,
    concurrency: 4,
    handle: ({ data }) => service.sendQueued(data),
  };
}

import { AppError } from '../../../shared/app-error.ts';

/** Rejects a webhook without name or URL, with the messages of the specification (WH-4). */
export function requireFilled(fields: {
  readonly name: string;
  readonly webhookUrl: string;
}): void {
  requireNotBlank(fields, 'Please fill in all required fields.');
}

/** Rejects a sample without a URL, with the message of the specification (WH-4). */
export function requireSampleUrl(webhookUrl: string): void {
  requireNotBlank({ webhookUrl }, 'Please enter a webhook URL first.');
}

function requireNotBlank(fields: Readonly<Record<string, string>>, message: string): void {
  const blank = Object.keys(fields).filter((path) => fields[path] === '');
  if (blank.length === 0) return;
  throw new AppError({
    code: 'validation_failed',
    message,
    details: { fields: blank.map((path) => ({ path, message: 'is required' })) },
  });
}

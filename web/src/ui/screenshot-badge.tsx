import type { ScreenshotStatus } from '@shotwright/contract';
import { screenshotStatusMessages } from '../lib/messages/overview.ts';
import { Badge, type Tone } from './badge.tsx';

/**
 * Returns the colour of a screenshot's status: green, red, and amber for anything else. Source:
 * specification §4.
 */
export function screenshotTone(status: string): Tone {
  if (status === 'COMPLETE') return 'green';
  return status === 'FAILED' ? 'red' : 'amber';
}

/** Badge with the status of a screenshot. */
export function ScreenshotBadge({ status }: { status: ScreenshotStatus }) {
  return <Badge tone={screenshotTone(status)}>{screenshotStatusMessages[status]}</Badge>;
}

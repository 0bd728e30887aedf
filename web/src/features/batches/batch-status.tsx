import type { Batch } from '@shotwright/contract';
import { formatDate } from '../../lib/format/format.ts';
import { batchMessages as messages } from '../../lib/messages/captures/batches.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const tones: Readonly<Record<Batch['status'], Tone>> = {
  RUNNING: 'amber',
  COMPLETE: 'green',
  CANCELLED: 'grey',
};

/** Badge with the status of a batch; red if it is complete and no capture succeeded. */
export function BatchBadge({
  status,
  counts,
  paused,
}: Pick<Batch, 'status' | 'counts' | 'paused'>) {
  if (paused) return <Badge tone="grey">{messages.paused}</Badge>;
  const hasFailed = status === 'COMPLETE' && counts.complete === 0 && counts.failed > 0;
  return <Badge tone={hasFailed ? 'red' : tones[status]}>{messages.statuses[status]}</Badge>;
}

/** Returns the name of a batch, or one made of its date. */
export function nameOf({ name, createdAt }: Pick<Batch, 'name' | 'createdAt'>): string {
  return name ?? messages.unnamed(formatDate(createdAt));
}

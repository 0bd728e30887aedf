import type { Verdict } from '@shotwright/contract';
import { verdictMessages } from '../lib/messages/verdicts.ts';
import { Badge } from './badge.tsx';

/** Badge with the kind of a verdict; nothing if there is none or if it is `ok`. */
export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null || verdict.kind === 'ok') return null;
  return <Badge tone="amber">{verdictMessages.kinds[verdict.kind]}</Badge>;
}

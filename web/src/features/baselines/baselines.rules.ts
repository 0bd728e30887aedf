import type { BaselineCheck } from '@shotwright/contract';
import { percentText } from '../../lib/format/percent.ts';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';

/** Returns the path of the page that compares a capture with its baseline; undefined without another capture. */
export function comparisonPath({ comparisonUrl }: BaselineCheck): string | undefined {
  if (comparisonUrl === null) return undefined;
  const { pathname, search } = new URL(comparisonUrl);
  return `${pathname}${search}`;
}

/** Returns the result of a check in a sentence. */
export function checkSentence(check: BaselineCheck): string {
  const { status, diffRatio, sizeDiffers, message } = check;
  if (status === 'failed') return message ?? messages.states.unchecked;
  if (status === 'changed') {
    const sentence = messages.changedBy(percentText(diffRatio ?? 0));
    return sizeDiffers === true ? `${sentence} ${messages.sizeDiffers}` : sentence;
  }
  if (status === 'matched' && diffRatio !== null && diffRatio > 0)
    return messages.matchedWithin(percentText(diffRatio));
  return messages.states[status];
}

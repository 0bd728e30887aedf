import {
  challengeProviders,
  verdictMessages as messages,
  verdictReasons,
} from '../../../lib/messages/verdicts.ts';

const challengePrefix = 'challenge_';

/** Returns the sentence of a reason; one that is not known is its code in words. */
export function reasonSentence(code: string): string {
  const known = verdictReasons[code];
  if (known !== undefined) return known;
  if (code.startsWith(challengePrefix)) {
    const provider = code.slice(challengePrefix.length);
    return messages.challengeOf(challengeProviders[provider] ?? inWords(provider));
  }
  return `${inWords(code)}.`;
}

function inWords(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

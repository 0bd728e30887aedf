import { apiKeyMessages as words } from '../../lib/messages/api-keys.ts';
import { useIsBillingOn } from '../../lib/runtime-config.ts';

/** Words about what a key uses: credits, or captures where billing is off. */
interface KeyUseWords {
  readonly columns: Readonly<Record<keyof typeof words.columns, string>>;
  readonly limit: string;
  readonly limitHelp: string;
  readonly limitWrong: string;
}

const inCaptures: KeyUseWords = {
  ...words.inCaptures,
  columns: { ...words.columns, ...words.inCaptures.columns },
};

/** The words about what keys use on this installation. */
export function useKeyUseWords(): KeyUseWords {
  return useIsBillingOn() ? words : inCaptures;
}

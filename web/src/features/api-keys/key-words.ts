import { apiKeyMessages as words } from '../../lib/messages/api-keys.ts';
import { useIsBillingOn } from '../../lib/runtime-config.ts';

/** Messages about key usage: credits, or captures if billing is disabled. */
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

/** Returns the key usage messages for this installation. */
export function useKeyUseWords(): KeyUseWords {
  return useIsBillingOn() ? words : inCaptures;
}

import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';

/** Messages about key usage: credits, or captures if billing is disabled. */
interface KeyUsageMessages {
  readonly columns: Readonly<Record<keyof typeof messages.columns, string>>;
  readonly limit: string;
  readonly limitHelp: string;
  readonly limitWrong: string;
}

const inCaptures: KeyUsageMessages = {
  ...messages.inCaptures,
  columns: { ...messages.columns, ...messages.inCaptures.columns },
};

/** Returns the key usage messages for this installation. */
export function useKeyUsageMessages(): KeyUsageMessages {
  return useIsBillingOn() ? messages : inCaptures;
}

import type { HostRules } from '../blocking/easylist.ts';
import type { EgressClient, EgressListener, EgressOpenOptions, EgressReport } from '../egress.ts';

/** IP policy of an egress process: its only argument, as JSON. */
export interface EgressProcessSettings {
  readonly allowPrivateTargets: readonly string[];
  readonly ownAddresses: readonly string[];
}

/** Options as a message. The socket of `listener` is sent with the message. */
export interface EgressOpenMessage extends Omit<EgressOpenOptions, 'client'> {
  readonly client: Exclude<EgressClient, EgressListener> | 'listener';
}

/**
 * Request to the egress process. The response has the same `id`, which is also the number of the
 * session that `open` opens.
 */
export type EgressRequest =
  | { readonly id: number; readonly kind: 'open'; readonly options: EgressOpenMessage }
  | { readonly id: number; readonly kind: 'lists'; readonly rules: HostRules }
  | {
      readonly id: number;
      readonly kind: 'permit';
      readonly session: number;
      readonly host: string;
      readonly as: 'page' | 'allowed';
    }
  | { readonly id: number; readonly kind: 'report' | 'close'; readonly session: number };

/** Response of the egress process. */
export type EgressResponse =
  | {
      readonly id: number;
      readonly kind: 'opened';
      readonly proxyServer: string;
    }
  | { readonly id: number; readonly kind: 'done' }
  | { readonly id: number; readonly kind: 'report'; readonly report: EgressReport }
  | { readonly id: number; readonly kind: 'refused'; readonly message: string };

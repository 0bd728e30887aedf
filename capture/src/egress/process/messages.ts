import type { EgressOpenOptions, EgressReport } from '../egress.ts';

/** IP policy of an egress process: its only argument, as JSON. */
export interface EgressProcessSettings {
  readonly allowPrivateTargets: readonly string[];
  readonly ownAddresses: readonly string[];
}

/** Request to the egress process. The response has the same `id`. */
export type EgressRequest =
  | { readonly id: number; readonly kind: 'open'; readonly options: EgressOpenOptions }
  | { readonly id: number; readonly kind: 'report' | 'close'; readonly port: number };

/** Response of the egress process. */
export type EgressResponse =
  | {
      readonly id: number;
      readonly kind: 'opened';
      readonly port: number;
      readonly proxyServer: string;
    }
  | { readonly id: number; readonly kind: 'report'; readonly report: EgressReport }
  | { readonly id: number; readonly kind: 'refused'; readonly message: string };

import type { EgressOpenOptions, EgressReport } from './egress.ts';

/** The address policy of an egress process: its one argument, as JSON. */
export interface EgressProcessSettings {
  readonly allowPrivateTargets: readonly string[];
  readonly ownAddresses: readonly string[];
}

/** What the gate asks of its process; `id` comes back with the answer. */
export type EgressRequest =
  | { readonly id: number; readonly kind: 'open'; readonly options: EgressOpenOptions }
  | { readonly id: number; readonly kind: 'report' | 'close'; readonly port: number };

/** What the process answers. */
export type EgressAnswer =
  | {
      readonly id: number;
      readonly kind: 'opened';
      readonly port: number;
      readonly proxyServer: string;
    }
  | { readonly id: number; readonly kind: 'report'; readonly report: EgressReport }
  | { readonly id: number; readonly kind: 'refused'; readonly message: string };

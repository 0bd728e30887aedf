import type { RuntimeConfig } from '@shotwright/contract';
import { defaultCreditPrices, runtimeConfigPath } from '@shotwright/contract/paths';
import { createContext, use } from 'react';
import { unsafeCast } from '../unsafe-cast.ts';

/** Configuration used until the real one is loaded, and if it cannot be loaded. */
export const defaultConfig: RuntimeConfig = {
  productName: 'Shotwright',
  supportEmail: 'support@example.com',
  sampleEmail: 'user@example.com',
  docsUrl: '/docs',
  feedbackUrl: null,
  statusUrl: null,
  newsSlides: [],
  legalPages: [],
  identity: { kind: null, clientId: null },
  captcha: { kind: 'altcha' },
  passkeyOrigin: null,
  billing: true,
  analytics: null,
  devMailbox: false,
  creditPrices: defaultCreditPrices,
  privateTargets: [],
};

let loaded: RuntimeConfig = defaultConfig;

/** Maximum time the first page waits for the configuration. Units: ms. */
const timeoutMs = 4_000;

/** Loads the configuration of the installation; returns the defaults if it cannot be loaded. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  return (await requestRuntimeConfig()) ?? defaultConfig;
}

/** Requests the configuration of the installation; returns undefined if it cannot be loaded. */
export async function requestRuntimeConfig(): Promise<RuntimeConfig | undefined> {
  try {
    const response = await fetch(runtimeConfigPath, {
      credentials: 'include',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return undefined;
    loaded = { ...defaultConfig, ...unsafeCast<Partial<RuntimeConfig>>(await response.json()) };
    return loaded;
  } catch {
    return undefined;
  }
}

/** Provides the configuration of this installation. */
export const RuntimeConfigContext = createContext<RuntimeConfig>(defaultConfig);

/** Returns the configuration of this installation. */
export function useRuntimeConfig(): RuntimeConfig {
  return use(RuntimeConfigContext);
}

/** True unless billing is disabled; then credits, plans and coupons are hidden. */
export function useIsBillingOn(): boolean {
  return useRuntimeConfig().billing;
}

/** {@link useIsBillingOn} outside of components, from the most recently loaded configuration. */
export function isBillingOn(): boolean {
  return loaded.billing;
}

import { defaultCreditPrices, runtimeConfigPath, type RuntimeConfig } from '@shotwright/contract';
import { createContext, use } from 'react';
import { trust } from './trust.ts';

/** What stands in until, or where, no configuration arrives. */
export const defaultConfig: RuntimeConfig = {
  productName: 'Shotwright',
  supportEmail: 'support@example.com',
  sampleEmail: 'user@example.com',
  docsUrl: '/docs',
  feedbackUrl: null,
  statusUrl: null,
  newsSlides: [],
  identity: { kind: null, clientId: null },
  captcha: { kind: 'altcha' },
  billing: true,
  analytics: null,
  devMailbox: false,
  creditPrices: defaultCreditPrices,
  privateTargets: [],
};

let loaded: RuntimeConfig = defaultConfig;

/** How long the first page waits for its configuration. Units: ms. */
const patienceMs = 4_000;

/** Reads the installation's configuration; the defaults where it cannot be read. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  try {
    const response = await fetch(runtimeConfigPath, {
      credentials: 'include',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) return defaultConfig;
    loaded = { ...defaultConfig, ...trust<Partial<RuntimeConfig>>(await response.json()) };
    return loaded;
  } catch {
    return defaultConfig;
  }
}

/** Holds the configuration of this installation. */
export const RuntimeConfigContext = createContext<RuntimeConfig>(defaultConfig);

/** The configuration of this installation. */
export function useRuntimeConfig(): RuntimeConfig {
  return use(RuntimeConfigContext);
}

/** True unless the installation works without billing: then nothing is shown of credits, plans and coupons. */
export function useIsBillingOn(): boolean {
  return useRuntimeConfig().billing;
}

/** {@link useIsBillingOn} outside of components, as the configuration was loaded last. */
export function isBillingOn(): boolean {
  return loaded.billing;
}

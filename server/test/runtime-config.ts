import { defaultCreditPrices, type RuntimeConfig } from '@shotwright/contract';

/** Configuration of the dashboard for tests that do not depend on it. */
export const testRuntimeConfig: RuntimeConfig = {
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

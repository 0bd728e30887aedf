import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts';
import { AppError } from '../../shared/app-error.ts';

/** Returns the provider. Throws `checkout_unavailable` if none is configured. */
export function requireProvider(provider: PaymentProvider | undefined): PaymentProvider {
  if (provider) return provider;
  throw new AppError({
    code: 'checkout_unavailable',
    message: 'Plans are not for sale on this installation: no payment provider is configured.',
  });
}

import { Stripe } from 'stripe';
import { AppError } from '../../shared/app-error.ts';

/** Runs a call of the SDK; errors of the provider become an {@link AppError}. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw declined(error);
    throw unavailable(error);
  }
}

/** Runs a call like {@link ask}, but returns undefined if the object does not exist. */
export async function find<T>(call: () => Promise<T>): Promise<T | undefined> {
  return ask(async () => {
    try {
      return await call();
    } catch (error) {
      if (isRejection(error, 'resource_missing')) return undefined;
      throw error;
    }
  });
}

/** Returns true if the provider rejected a call, with this code if one is specified. */
export function isRejection(error: unknown, code?: string): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false;
  return code === undefined || error.code === code;
}

function declined(cause: unknown): AppError {
  return new AppError({
    code: 'payment_declined',
    message:
      'The payment method was declined, so your plan has not changed. Choose another payment method and try again.',
    cause,
  });
}

function unavailable(cause: unknown): AppError {
  return new AppError({
    code: 'checkout_unavailable',
    message:
      'The payment provider is temporarily unavailable. Nothing was charged. Please try again.',
    retryAfterSeconds: 10,
    cause,
  });
}

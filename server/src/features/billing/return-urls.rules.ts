import { AppError } from '../../shared/app-error.ts';

/** URLs to which the payment provider redirects the browser. */
export interface ReturnUrls {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

const paths = {
  successUrl: '/dashboard/checkout-success',
  cancelUrl: '/dashboard/checkout-cancel',
} as const;
/** Query string that a page may append to its URL; it is not passed on. */
const harmlessQuery = /^(\?[\w=&{}-]{0,200})?$/;

/**
 * Checks that both URLs are the dashboard's pages, character by character, and returns our URLs in
 * their place: built from the configured origin, with nothing of the given ones. Throws
 * `invalid_return_url`.
 */
export function ownReturnUrls(
  given: ReturnUrls,
  own: { readonly publicUrl: string; readonly planId: number },
): ReturnUrls {
  const { origin } = new URL(own.publicUrl);
  for (const name of ['successUrl', 'cancelUrl'] as const) {
    const page = origin + paths[name];
    const isOwn = given[name].startsWith(page);
    if (!isOwn || !harmlessQuery.test(given[name].slice(page.length))) throw invalidUrl(name, page);
  }
  return {
    // The provider inserts the id; RL-18.
    successUrl: `${origin}${paths.successUrl}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}${paths.cancelUrl}?plan=${own.planId}`,
  };
}

function invalidUrl(path: string, page: string): AppError {
  const message = `must be ${page}`;
  return new AppError({
    code: 'invalid_return_url',
    message: `${path}: ${message}.`,
    details: { fields: [{ path, message }] },
  });
}

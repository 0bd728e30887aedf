/** A plan as the payment provider sells it. Money in cents. */
export interface Offer {
  /** The plan's id on our wire; comes back with every subscription. */
  readonly planId: number;
  /** Stable per plan and price: a new price gets a new key, running subscriptions keep theirs. */
  readonly key: string;
  readonly productId: string;
  readonly productName: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly interval: 'month' | 'year';
}

/** A checkout page to be opened. */
export interface CheckoutInput {
  readonly organizationId: string;
  /** Null: the provider makes the customer when the checkout is paid. */
  readonly customerId: string | null;
  readonly email: string;
  readonly offer: Offer;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Taken off the first payment. */
  readonly discount: { readonly percentOff: number; readonly couponId: number } | null;
}

/** A checkout as the provider has it. `complete` may still wait for its money: see the subscription. */
export interface ProviderCheckout {
  readonly sessionId: string;
  readonly organizationId: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly subscriptionId: string | null;
}

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  readonly id: string;
  readonly organizationId: string | null;
  readonly customerId: string;
  /** `live`: paid; `late`: a payment failed and is tried again; `over`: not begun, ended or given up. */
  readonly state: 'live' | 'late' | 'over';
  /** Null: a price that is not one of ours. */
  readonly planId: number | null;
  readonly nextPlanId: number | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly isCancelledAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  /** Refunded or charged back. */
  readonly isRevoked: boolean;
  /** Ours, of the discount its checkout was opened with. */
  readonly couponId: number | null;
  /** Of the newest bill. Unit: cents. */
  readonly lastPaidCents: number;
}

/** A bill. Money in cents. */
export interface ProviderInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly issuedAt: Date;
  readonly totalCents: number;
  readonly currency: string;
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  readonly pageUrl: string | null;
  readonly pdfUrl: string | null;
}

/** A verified event: only which things to look at again, never what they are. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly subject:
    | { readonly kind: 'checkout' | 'subscription' | 'charge'; readonly id: string }
    | { readonly kind: 'other' };
}

/**
 * Takes money. Calls throw {@link AppError}: `checkout_unavailable` when the provider does not answer, and
 * `payment_declined` where a payment is due at once. Finders answer undefined for what does not exist there.
 */
export interface PaymentProvider {
  createCheckout(
    input: CheckoutInput,
  ): Promise<{ readonly sessionId: string; readonly url: string }>;
  /** Closes an open checkout; one that is over stays as it is. */
  expireCheckout(sessionId: string): Promise<void>;
  findCheckout(sessionId: string): Promise<ProviderCheckout | undefined>;
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>;
  /** What changing now would cost at once. Unit: cents. */
  previewChange(input: {
    readonly subscriptionId: string;
    readonly offer: Offer;
  }): Promise<{ readonly dueNowCents: number }>;
  /** Charges the difference and changes, or changes nothing. Takes back a cancellation. */
  changeNow(input: { readonly subscriptionId: string; readonly offer: Offer }): Promise<void>;
  /** The offer follows with the next period. Takes back a cancellation. */
  changeAtPeriodEnd(input: {
    readonly subscriptionId: string;
    readonly offer: Offer;
  }): Promise<void>;
  cancelAtPeriodEnd(input: {
    readonly subscriptionId: string;
    readonly reason: string | null;
  }): Promise<void>;
  /** Takes back a cancellation and a change that was to follow. */
  resume(subscriptionId: string): Promise<void>;
  /** Ends at once. `refunded`: its money went back. `duplicate`: paid beside another one; the rest is credited. */
  endNow(input: {
    readonly subscriptionId: string;
    readonly because: 'refunded' | 'duplicate';
  }): Promise<void>;
  /** Where payment method, tax id and details are kept. */
  createPortal(input: { readonly customerId: string; readonly returnUrl: string }): Promise<string>;
  /** Newest first. */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  /** The subscription whose running period a charge paid, when that charge was given back whole. */
  findRevoked(chargeId: string): Promise<string | undefined>;
  /** Undefined: forged, altered or older than 300 s. */
  readEvent(input: {
    readonly body: string;
    readonly signature: string;
  }): ProviderEvent | undefined;
}

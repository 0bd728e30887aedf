/** A plan as sold by the payment provider. Money in cents. */
export interface Offer {
  /** Plan ID on our wire; returned with every subscription. */
  readonly planId: number;
  /** Stable per plan and price: a new price has a new key, running subscriptions retain theirs. */
  readonly key: string;
  readonly productId: string;
  readonly productName: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly interval: 'month' | 'year';
}

/** Parameters of a checkout page. */
export interface CheckoutInput {
  readonly organizationId: string;
  /** Null: the provider creates the customer when the checkout is paid. */
  readonly customerId: string | null;
  readonly email: string;
  readonly offer: Offer;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Deducted from the first payment. */
  readonly discount: { readonly percentOff: number; readonly couponId: number } | null;
}

/**
 * A checkout at the provider. `complete` may still wait for the payment; check the subscription.
 */
export interface ProviderCheckout {
  readonly sessionId: string;
  readonly organizationId: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly subscriptionId: string | null;
}

/** Current state of a subscription at the provider. */
export interface ProviderSubscription {
  readonly id: string;
  readonly organizationId: string | null;
  readonly customerId: string;
  /**
   * `live`: paid; `late`: a payment failed and is retried; `over`: not started, ended or cancelled
   * for non-payment.
   */
  readonly state: 'live' | 'late' | 'over';
  /** Null: the price is not one of ours. */
  readonly planId: number | null;
  readonly nextPlanId: number | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly isCancelledAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  /** True if it was refunded or charged back. */
  readonly isRevoked: boolean;
  /** Our coupon ID, if its checkout was opened with a discount. */
  readonly couponId: number | null;
  /** Amount paid on the newest invoice. Unit: cents. */
  readonly lastPaidCents: number;
}

/** An invoice. Money in cents. */
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

/** A verified event. It only identifies the object to read again, never its state. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly subject:
    | { readonly kind: 'checkout' | 'subscription' | 'charge'; readonly id: string }
    | { readonly kind: 'other' };
}

/**
 * Processes payments. Calls throw {@link AppError}: `checkout_unavailable` if the provider does not
 * respond, and `payment_declined` if an immediate payment fails. Finders return undefined for an
 * object that does not exist at the provider.
 */
export interface PaymentProvider {
  createCheckout(
    input: CheckoutInput,
  ): Promise<{ readonly sessionId: string; readonly url: string }>;
  /** Closes an open checkout; a finished one is unchanged. */
  expireCheckout(sessionId: string): Promise<void>;
  findCheckout(sessionId: string): Promise<ProviderCheckout | undefined>;
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>;
  /** Returns the amount due if the plan changed now. Unit: cents. */
  previewChange(input: {
    readonly subscriptionId: string;
    readonly offer: Offer;
  }): Promise<{ readonly dueNowCents: number }>;
  /** Charges the difference and changes the plan, or changes nothing. Revokes a cancellation. */
  changeNow(input: { readonly subscriptionId: string; readonly offer: Offer }): Promise<void>;
  /** Applies the offer from the next period. Revokes a cancellation. */
  changeAtPeriodEnd(input: {
    readonly subscriptionId: string;
    readonly offer: Offer;
  }): Promise<void>;
  cancelAtPeriodEnd(input: {
    readonly subscriptionId: string;
    readonly reason: string | null;
  }): Promise<void>;
  /** Revokes a cancellation and a scheduled change. */
  resume(subscriptionId: string): Promise<void>;
  /**
   * Ends the subscription immediately. `refunded`: its money was returned. `duplicate`: paid beside
   * another one; the rest is credited.
   */
  endNow(input: {
    readonly subscriptionId: string;
    readonly because: 'refunded' | 'duplicate';
  }): Promise<void>;
  /** Returns the URL of the portal for payment method, tax ID and billing details. */
  createPortal(input: { readonly customerId: string; readonly returnUrl: string }): Promise<string>;
  /** Returns the invoices, newest first. */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  /**
   * Returns the subscription whose current period was paid by a charge, if that charge was fully
   * refunded.
   */
  findRevoked(chargeId: string): Promise<string | undefined>;
  /** Returns undefined if the event is forged, altered or older than 300 s. */
  readEvent(input: {
    readonly body: string;
    readonly signature: string;
  }): ProviderEvent | undefined;
}

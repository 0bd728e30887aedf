/** Actions on banners that ask for consent. */
export const consentActions = ['reject', 'hide', 'accept'] as const;
/** One of the {@link consentActions}. */
export type ConsentAction = (typeof consentActions)[number];

/** Handling of banners that ask for consent to cookies. */
export interface CaptureConsent {
  readonly action: ConsentAction;
}

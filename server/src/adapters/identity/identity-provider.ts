/** Identity of a user as confirmed by the identity provider. */
export interface Identity {
  /** User ID at the provider, unique across all providers: `issuer|sub`. */
  readonly subject: string;
  /** In lower case. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Result of an identification. `invalid`: forged, foreign, expired or used. `unavailable`: it could
 * not be verified.
 */
export type IdentityResult =
  | { readonly outcome: 'confirmed'; readonly identity: Identity }
  | { readonly outcome: 'invalid' | 'unavailable' };

/** Confirms the identity of users. */
export interface IdentityProvider {
  /**
   * Verifies an ID token (three parts with dots between) or redeems an authorisation code that was
   * issued for `redirectUri`. Never throws. Source: ruling RL-23.
   */
  identify(input: { readonly code: string; readonly redirectUri: string }): Promise<IdentityResult>;
}

/** Who the identity provider says a person is. */
export interface Identity {
  /** The provider's own id of the person, unique over all providers: `issuer|sub`. */
  readonly subject: string;
  /** Lower-cased. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/** What came of asking. `invalid`: forged, foreign, expired or used. `unavailable`: nobody could say. */
export type IdentityResult =
  | { readonly outcome: 'confirmed'; readonly identity: Identity }
  | { readonly outcome: 'invalid' | 'unavailable' };

/** Vouches for people. */
export interface IdentityProvider {
  /**
   * Judges an ID token (three parts with dots between) or redeems an authorisation code that was issued for
   * `redirectUri`. Never throws. Source: ruling RL-23.
   */
  identify(input: { readonly code: string; readonly redirectUri: string }): Promise<IdentityResult>;
}

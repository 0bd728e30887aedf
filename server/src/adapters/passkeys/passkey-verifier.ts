/** Options for the browser, and the challenge that its response must contain. */
export interface PasskeyOptions {
  readonly challenge: string;
  /** Options of the Web Authentication API as JSON. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A new credential as the browser returns it; binary parts are base64url. */
export interface CreatedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** A signature of a credential as the browser returns it; binary parts are base64url. */
export interface UsedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

/** A credential to store. */
export interface VerifiedPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly deviceType: 'singleDevice' | 'multiDevice';
  readonly isBackedUp: boolean;
}

/** State of a credential after a verified signature. */
export type PasskeyUse = Pick<VerifiedPasskey, 'counter' | 'isBackedUp'>;

/** Creates options of the Web Authentication API and verifies the responses of browsers. */
export interface PasskeyVerifier {
  /** Options for a new passkey; the authenticators of `known` ones are excluded. */
  createOptions(input: {
    readonly user: { readonly id: string; readonly email: string; readonly name: string };
    readonly known: readonly Pick<VerifiedPasskey, 'credentialId' | 'transports'>[];
  }): Promise<PasskeyOptions>;
  /** Options for a sign-in with any passkey of this installation. */
  signInOptions(): Promise<PasskeyOptions>;
  /** Returns undefined for a response that is not valid. */
  verifyCreated(
    credential: CreatedCredential,
    challenge: string,
  ): Promise<VerifiedPasskey | undefined>;
  /** Returns undefined for a signature that is not valid, or that names another user. */
  verifyUsed(
    credential: UsedCredential,
    expected: {
      readonly challenge: string;
      readonly userId: string;
      readonly publicKey: Buffer;
      readonly counter: number;
    },
  ): Promise<PasskeyUse | undefined>;
}

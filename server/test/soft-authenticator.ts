import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Item = number | string | Buffer | ReadonlyMap<Item, Item>;

/** Encodes the few kinds of CBOR items that an attestation has. */
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return Buffer.concat([head(3, item.length), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  const parts = [...item].flatMap(([key, value]) => [cbor(key), cbor(value)]);
  return Buffer.concat([head(5, item.size), ...parts]);
}

function head(kind: number, length: number): Buffer {
  const type = kind << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 256) return Buffer.from([type | 24, length]);
  return Buffer.from([type | 25, length >> 8, length & 0xff]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const coordinate = (text = ''): Buffer => Buffer.from(text, 'base64url');
const present = 0x01;
const verified = 0x04;
const backedUp = 0x18;
const withCredential = 0x40;

/** Deviations from what the options of the server ask for. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly counter?: number;
  readonly isUserVerified?: boolean;
}

/** Options of the Web Authentication API, as the server returns them. */
export interface AuthenticatorOptions {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** An authenticator in software with one ES256 credential, as the browser at `origin` uses it. */
export function createSoftAuthenticator(site: { readonly origin: string; readonly rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const base = { id: id.toString('base64url'), rawId: id.toString('base64url') };
  let userHandle = '';
  let counter = 0;

  const clientData = (type: string, { challenge }: AuthenticatorOptions, change: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: change.challenge ?? challenge,
        origin: change.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, change: Deviation, credential = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(change.counter ?? counter);
    const user = change.isUserVerified === false ? present : present | verified;
    const set = Buffer.from([user | backedUp | flags]);
    return Buffer.concat([sha256(change.rpId ?? site.rpId), set, count, credential]);
  };

  return {
    id: base.id,
    /** Creates the credential. */
    create: (options: AuthenticatorOptions, change: Deviation = {}) => {
      userHandle = options.user?.id ?? '';
      const key = new Map<Item, Item>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(jwk.x)],
        [-3, coordinate(jwk.y)],
      ]);
      const idLength = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), idLength, id, cbor(key)]);
      const attestation = new Map<Item, Item>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(withCredential, change, credential)],
      ]);
      return {
        ...base,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options, change).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge with the credential. */
    sign: (options: AuthenticatorOptions, change: Deviation = {}) => {
      const data = authenticatorData(0, change);
      const client = clientData('webauthn.get', options, change);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...base,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: change.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** Type inferred from {@link createSoftAuthenticator}. */
export type SoftAuthenticator = ReturnType<typeof createSoftAuthenticator>;

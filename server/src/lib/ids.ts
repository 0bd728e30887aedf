import { randomBytes } from 'node:crypto';

/**
 * A version 7 UUID: sorts by the time it was made, so that rows of one list lie side by side in their index.
 * Source: RFC 9562 §5.7.
 */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest {@link newId} of an instant: whatever was made from then on sorts behind it. Units: ms since 1970. */
export function firstIdAt(atMs: number): string {
  const hex = Math.max(0, atMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** An unguessable token of 256 bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

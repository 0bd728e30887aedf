import { randomBytes } from 'node:crypto';

/**
 * Returns a version 7 UUID. It sorts by creation time, so that rows of one list are adjacent in
 * their index. Source: RFC 9562 §5.7.
 */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An id above all ids. */
export const beyondAnyId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the smallest id of a time, as {@link newId} makes them; of 1970 if the time is earlier. */
export function firstIdAt(at: string | number): string {
  const hex = Math.max(0, new Date(at).getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns an unguessable 256-bit token as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns true if a response with this status has no content, and therefore leaves the current
 * document in place.
 */
export function isNoContent(status: number | null): boolean {
  return status === 204 || status === 205;
}

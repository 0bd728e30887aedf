import { useRuntimeConfig } from '../../../lib/api/runtime-config.ts';

/** Reason why this page cannot use passkeys; undefined if it can. */
export type PasskeyObstacle = 'installation' | 'origin' | 'browser' | undefined;

/** Returns the reason why this page cannot use passkeys, and the only origin at which they work. */
export function usePasskeyObstacle(): { obstacle: PasskeyObstacle; origin: string | null } {
  const { passkeyOrigin: origin } = useRuntimeConfig();
  return { obstacle: obstacleAt(origin), origin };
}

function obstacleAt(origin: string | null): PasskeyObstacle {
  if (origin === null) return 'installation';
  if (location.origin !== origin) return 'origin';
  return 'PublicKeyCredential' in window ? undefined : 'browser';
}

/** True if the user closed the dialog of the browser, or did not answer it in time. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

import { loadScript } from '../../../lib/load-script.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import type { OnCredential } from './identity.ts';

interface GoogleIdentity {
  initialize: (options: {
    client_id: string;
    callback: (answer: { credential?: string; select_by?: string }) => void;
  }) => void;
  renderButton: (host: HTMLElement, options: Record<string, unknown>) => void;
  prompt: () => void;
  cancel: () => void;
}

const script = 'https://accounts.google.com/gsi/client';

/**
 * Loads Google Identity Services, renders the Google button into `host` and shows the One Tap
 * prompt.
 */
export async function renderGoogleButton(input: {
  host: HTMLElement;
  clientId: string;
  text: 'signin_with' | 'signup_with';
  size: 'large' | 'medium' | 'small';
  onCredential: OnCredential;
}): Promise<() => void> {
  await loadScript(script);
  const google = unsafeCast<{ google?: { accounts: { id: GoogleIdentity } } }>(window).google;
  if (google === undefined) throw new Error('the identity script did not start');
  const { id } = google.accounts;
  id.initialize({
    client_id: input.clientId,
    callback: ({ credential, select_by: selectedBy }) => {
      if (credential !== undefined) input.onCredential(credential, selectedBy ?? 'unknown');
    },
  });
  id.renderButton(input.host, {
    theme: 'outline',
    size: input.size,
    text: input.text,
    width: Math.min(400, input.host.clientWidth),
  });
  id.prompt();
  return () => id.cancel();
}

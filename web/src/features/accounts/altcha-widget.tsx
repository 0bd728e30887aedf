import 'altcha/external';
import 'altcha/altcha.css';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { useEffect, useEffectEvent, useRef } from 'react';
import { apiBase } from '../../lib/api-client.ts';
import { accountMessages as words } from '../../lib/messages/accounts.ts';
import { trust } from '../../lib/trust.ts';

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());
$altcha.i18n.set('en', {
  ...$altcha.i18n.get('en'),
  label: words.captchaStart,
  verifying: words.captchaWorking,
  verified: words.captchaDone,
  error: words.captchaFailed,
  expired: words.captchaExpired,
});

/** Left out of the bundle's markup: no footer, no logo, no watching of the pointer. */
const configuration = JSON.stringify({
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false,
});

/** The self-hosted proof of work: no puzzle and no third party. */
export function AltchaWidget(props: {
  onToken: (token: string) => void;
  onProblem: (problem: 'failed' | 'expired') => void;
}) {
  const element = useRef<HTMLElement>(null);
  const onChange = useEffectEvent((event: Event) => {
    const { state, payload } =
      trust<CustomEvent<{ state: string; payload?: string }>>(event).detail;
    if (state === 'verified' && payload) props.onToken(payload);
    if (state === 'error') props.onProblem('failed');
    if (state === 'expired') props.onProblem('expired');
  });

  useEffect(() => {
    const widget = element.current;
    if (widget === null) return undefined;
    const listen = (event: Event) => onChange(event);
    widget.addEventListener('statechange', listen);
    return () => widget.removeEventListener('statechange', listen);
  }, []);

  return (
    <altcha-widget
      ref={element}
      language="en"
      challenge={`${apiBase}/auth/captcha`}
      configuration={configuration}
    />
  );
}

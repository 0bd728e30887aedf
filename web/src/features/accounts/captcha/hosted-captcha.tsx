import { useEffect, useEffectEvent, useRef } from 'react';
import { loadScript } from '../../../lib/load-script.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';

/** API shared by the three hosted captcha providers. */
interface CaptchaApi {
  render: (host: HTMLElement, options: Record<string, unknown>) => unknown;
  ready?: (onReady: () => void) => void;
}

/** Hosted captchas that an installation can use instead of the proof of work. */
export type HostedCaptchaKind = 'turnstile' | 'hcaptcha' | 'recaptcha';

const providers = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    global: 'turnstile',
  },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', global: 'hcaptcha' },
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit',
    global: 'grecaptcha',
  },
} as const;

/** Loads the provider's script and renders its widget. */
export function HostedCaptcha(props: {
  kind: HostedCaptchaKind;
  siteKey: string;
  onToken: (token: string) => void;
  onProblem: (problem: 'failed' | 'expired') => void;
}) {
  const { kind, siteKey } = props;
  const host = useRef<HTMLDivElement>(null);
  const onToken = useEffectEvent(props.onToken);
  const onProblem = useEffectEvent(props.onProblem);

  useEffect(() => {
    let isUnmounted = false;
    const draw = async () => {
      await loadScript(providers[kind].script);
      const api =
        unsafeCast<Record<string, CaptchaApi | undefined>>(window)[providers[kind].global];
      if (isUnmounted || host.current === null || api === undefined) return;
      if (api.ready) await new Promise<void>((resolve) => api.ready?.(resolve));
      const spot = host.current.appendChild(document.createElement('div'));
      api.render(spot, {
        sitekey: siteKey,
        callback: (token: string) => onToken(token),
        'error-callback': () => onProblem('failed'),
        'expired-callback': () => onProblem('expired'),
      });
    };
    draw().catch(() => onProblem('failed'));
    return () => {
      isUnmounted = true;
    };
  }, [kind, siteKey]);

  return <div ref={host} className="min-h-[65px]" />;
}

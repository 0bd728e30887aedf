import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callApi } from '../../../lib/api/operations.ts';
import { cn } from '../../../lib/cn.ts';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { tokenOf, type Challenge } from './proof-of-work.ts';
import { solveInWorkers } from './solve-in-workers.ts';

type State = 'open' | 'working' | 'done';

const labels: Record<State, string> = {
  open: messages.captchaStart,
  working: messages.captchaWorking,
  done: messages.captchaDone,
};

interface BoxProps {
  /** ID of the element with the error message. */
  errorId: string | undefined;
  onToken: (token: string) => void;
  onProblem: (problem: 'failed' | 'expired') => void;
}

/**
 * Self-hosted proof-of-work captcha, without a puzzle or a third party. The parent displays errors.
 */
export function ProofOfWorkBox(props: BoxProps) {
  const { state, start } = useProofOfWork(props);
  return (
    <label
      className={cn(
        'flex min-h-12 items-center gap-3 rounded-control border border-control bg-card px-3 shadow-sheet transition-[border-color] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cobalt',
        state === 'open' && 'cursor-pointer hover:border-faint',
        props.errorId !== undefined && 'border-red',
      )}
    >
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={state === 'done'}
          aria-invalid={props.errorId === undefined ? undefined : true}
          aria-describedby={props.errorId}
          aria-busy={state === 'working'}
          onChange={() => state === 'open' && start()}
          className={cn(
            'peer size-5 appearance-none rounded-[4px] border border-faint bg-card outline-none',
            state === 'working' && 'opacity-0',
            state === 'done' && 'border-green bg-green',
          )}
        />
        <span aria-hidden="true" className="pointer-events-none absolute">
          {state === 'working' && <Spinner className="size-5 text-muted" />}
          {state === 'done' && <Check className="size-4 text-white" strokeWidth={3} />}
        </span>
      </span>
      <span aria-live="polite">{labels[state]}</span>
    </label>
  );
}

function useProofOfWork({ onToken, onProblem }: BoxProps) {
  const [state, setState] = useState<State>('open');
  const [expiresInMs, setExpiresInMs] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const expire = useEffectEvent(() => {
    setState('open');
    onProblem('expired');
  });
  useEffect(() => {
    if (state !== 'done' || expiresInMs === null) return undefined;
    const timer = setTimeout(() => expire(), expiresInMs);
    return () => clearTimeout(timer);
  }, [state, expiresInMs]);

  const start = () => {
    const own = new AbortController();
    running.current = own;
    setState('working');
    findToken(own.signal).then(
      ({ token, expiresInMs: nextMs }) => {
        if (own.signal.aborted) return;
        setExpiresInMs(nextMs);
        setState('done');
        onToken(token);
      },
      () => {
        if (own.signal.aborted) return;
        setState('open');
        onProblem('failed');
      },
    );
  };
  return { state, start };
}

/**
 * Requests a challenge and solves it. `expiresInMs` is null if this device's clock is wrong; then
 * only the server knows the expiry.
 */
async function findToken(signal: AbortSignal) {
  const challenge = unsafeCast<Challenge>(await callApi('requestCaptcha', { signal }));
  const { expiresAt = 0 } = challenge.parameters;
  const isKnown = expiresAt * 1_000 > Date.now();
  const solution = await solveInWorkers(challenge, signal);
  return {
    token: tokenOf(challenge, solution),
    expiresInMs: isKnown ? Math.max(0, expiresAt * 1_000 - Date.now()) : null,
  };
}

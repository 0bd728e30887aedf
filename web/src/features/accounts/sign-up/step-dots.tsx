import { cn } from '../../../lib/cn.ts';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';

/** Two dots that show the current step of sign-up. */
export function StepDots({ step }: { step: 1 | 2 }) {
  const names = [messages.stepDetails, messages.stepVerify];
  return (
    <ol aria-label={messages.steps} className="flex items-center gap-1.5">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === step ? 'step' : undefined}
          className={cn(
            'h-1.5 rounded-full transition-all',
            index + 1 === step ? 'w-5 bg-ink' : 'w-1.5 bg-field',
          )}
        >
          <span className="sr-only">{name}</span>
        </li>
      ))}
      <li aria-hidden="true" className="ml-1.5 text-label text-muted">
        {messages.stepOf(step)}
      </li>
    </ol>
  );
}

import { Check, Circle } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { accountMessages as messages } from '../../lib/messages/accounts.ts';
import { passwordRules } from './account.rules.ts';

/** Checklist of the password rules, updated while typing. */
export function PasswordRules(props: { password: string; confirmation: string }) {
  return (
    <ul aria-label={messages.rules} className="flex flex-wrap gap-x-4 gap-y-1 text-label">
      {passwordRules(props.password, props.confirmation).map((rule) => {
        const Icon = rule.isMet ? Check : Circle;
        return (
          <li
            key={rule.label}
            className={cn('flex items-center gap-1.5', rule.isMet ? 'text-green' : 'text-muted')}
          >
            <Icon aria-hidden="true" className={rule.isMet ? 'size-3.5' : 'mx-0.5 size-2.5'} />
            {rule.label}
            <span className="sr-only">: {rule.isMet ? messages.ruleMet : messages.ruleOpen}</span>
          </li>
        );
      })}
    </ul>
  );
}

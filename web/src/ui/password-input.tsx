import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { cn } from '../lib/cn.ts';
import { accountMessages as messages } from '../lib/messages/accounts.ts';
import { Input } from './field.tsx';

/** Password control with a show/hide toggle and a hint while Caps Lock is on. */
export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div>
      <div className="relative">
        <Input
          {...rest}
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          onKeyDown={readCapsLock}
          onKeyUp={readCapsLock}
          onBlur={() => setCapsLock(false)}
          className={cn('pr-11', className)}
        />
        <button
          type="button"
          aria-label={isShown ? messages.hidePassword : messages.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-1 right-1 pointer-coarse:inset-y-0 pointer-coarse:right-0 grid aspect-square place-items-center rounded-[4px] text-muted hover:bg-grey-wash hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      </div>
      <output className={cn('block text-label text-amber', isCapsLock && 'mt-1.5')}>
        {isCapsLock && messages.capsLock}
      </output>
    </div>
  );
}

import { Search, type LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { cn } from '../lib/cn.ts';
import { Input } from './field.tsx';

/** Search box; Escape clears it. */
export function SearchInput({
  inputRef,
  className,
  Icon = Search,
  ...props
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
  Icon?: LucideIcon;
}) {
  return (
    <div className={cn('relative', className)}>
      <Icon
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        ref={inputRef}
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        autoComplete="off"
        spellCheck={false}
        maxLength={props.maxLength}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && props.value !== '') {
            event.preventDefault();
            props.onChange('');
          }
        }}
        className="h-9 pl-9"
      />
    </div>
  );
}

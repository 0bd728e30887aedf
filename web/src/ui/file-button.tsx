import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { buttonClasses } from './button.tsx';

/** Button that opens the browser's file dialog. `children`: icon and label. */
export function FileButton({
  onFiles,
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> & {
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <label
      className={cn(
        buttonClasses({ variant: 'outline', size: 'sm' }),
        'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cobalt has-disabled:opacity-45',
      )}
    >
      {children}
      <input
        {...input}
        type="file"
        className="absolute inset-0 cursor-pointer text-[0] opacity-0"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows the same file to be selected again.
          target.value = '';
        }}
      />
    </label>
  );
}

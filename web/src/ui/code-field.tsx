import { OTPField } from '@base-ui/react/otp-field';
import type { Ref } from 'react';

/**
 * One-time code input with one box per character: pasting fills all boxes, Backspace moves back,
 * the keyboard is numeric.
 */
export function CodeField(props: {
  id: string;
  length: number;
  value: string;
  onValueChange: (value: string) => void;
  digitLabel: (digit: number) => string;
  firstRef?: Ref<HTMLInputElement>;
  isDisabled?: boolean;
  'aria-describedby'?: string | undefined;
}) {
  return (
    <OTPField.Root
      id={props.id}
      length={props.length}
      value={props.value}
      disabled={props.isDisabled === true}
      // Letters are accepted so that a wrong code is distinguishable from a missing one.
      validationType="none"
      inputMode="numeric"
      onValueChange={props.onValueChange}
      aria-describedby={props['aria-describedby']}
      className="grid grid-cols-6 gap-2"
    >
      {Array.from({ length: props.length }, (_, index) => (
        <OTPField.Input
          key={index}
          aria-label={props.digitLabel(index + 1)}
          {...(index === 0 && props.firstRef ? { ref: props.firstRef } : {})}
          className="figures h-13 w-full min-w-0 rounded-control border border-field bg-card text-center font-mono text-title font-medium shadow-sheet hover:border-muted focus:border-cobalt focus:outline-2 focus:-outline-offset-1 focus:outline-cobalt data-filled:border-ink"
        />
      ))}
    </OTPField.Root>
  );
}

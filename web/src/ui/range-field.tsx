import { useId, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { controlClasses } from './field.tsx';

interface NumberProps {
  value: number;
  min: number;
  max: number;
  step: number;
  onValueChange: (value: number) => void;
}

/** Number from a range: a slider, and a field beside it for an exact value. */
export function RangeField(
  props: NumberProps & {
    label: string;
    /** Name of the field for the exact value. */
    numberLabel: string;
    unit?: string;
    help?: string;
    className?: string;
  },
) {
  const id = useId();
  const { value, min, max, step } = props;
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', props.className)}>
      <label htmlFor={id} className="text-table font-medium">
        {props.label}
      </label>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          {...(props.help !== undefined && { 'aria-describedby': `${id}-help` })}
          onChange={(event) => props.onValueChange(event.target.valueAsNumber)}
          className="h-8 w-full min-w-12 flex-1 cursor-pointer accent-cobalt pointer-coarse:h-11"
        />
        <NumberInput {...props} label={props.numberLabel} />
      </div>
      {props.help !== undefined && (
        <p id={`${id}-help`} className="text-label text-muted">
          {props.help}
        </p>
      )}
    </div>
  );
}

/** Small field for a number of a range; a value outside of it is not reported. */
export function NumberInput(props: NumberProps & { label: string; unit?: string }) {
  const { value, min, max } = props;
  // Text that may not be a number yet.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      <input
        type="number"
        aria-label={props.label}
        min={min}
        max={max}
        step={props.step}
        value={draft ?? String(value)}
        onChange={(event) => {
          setDraft(event.target.value);
          const typed = event.target.valueAsNumber;
          if (typed >= min && typed <= max) props.onValueChange(typed);
        }}
        onBlur={() => setDraft(null)}
        className={cn(controlClasses, 'figures h-8 w-18 px-2')}
      />
      {props.unit !== undefined && <span className="text-table text-muted">{props.unit}</span>}
    </span>
  );
}

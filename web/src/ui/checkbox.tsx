import { useEffect, useRef } from 'react';
import { cn } from '../lib/cn.ts';

/** Checkbox; `isMixed` indicates that only some of the represented items are selected. */
export function Checkbox(props: {
  label: string;
  isChecked: boolean;
  isMixed?: boolean;
  /** `isRange`: Shift was held, so the range since the last selected item is meant. */
  onChange: (isChecked: boolean, isRange: boolean) => void;
  isLabelShown?: boolean;
  className?: string;
}) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = props.isMixed === true;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label
      className={cn(
        'inline-flex min-h-6 min-w-6 items-center justify-center gap-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        props.className,
      )}
    >
      <input
        ref={box}
        type="checkbox"
        checked={props.isChecked}
        onChange={(event) => {
          const { nativeEvent } = event;
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          props.onChange(event.target.checked, isRange);
        }}
        className="size-4 accent-ink"
      />
      <span className={props.isLabelShown === true ? 'text-table' : 'sr-only'}>{props.label}</span>
    </label>
  );
}

import { Switch as Base } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';

/** On/off control with its label on the right. */
export function Switch(props: {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
  'aria-describedby'?: string | undefined;
}) {
  const labelId = useId();
  return (
    <span className="inline-flex min-h-6 items-center gap-2.5 pointer-coarse:min-h-11">
      <Base.Root
        checked={props.isOn}
        onCheckedChange={props.onChange}
        disabled={props.isDisabled === true}
        aria-labelledby={labelId}
        aria-describedby={props['aria-describedby']}
        className="group inline-grid min-h-6 min-w-9 shrink-0 place-items-center rounded-control data-disabled:opacity-45 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <span className="flex h-5 w-9 items-center rounded-full border border-muted bg-grey-wash px-0.5 transition-colors group-data-checked:border-ink group-data-checked:bg-ink">
          <Base.Thumb className="size-3.5 rounded-full bg-muted transition-transform data-checked:translate-x-4 data-checked:bg-white" />
        </span>
      </Base.Root>
      <span id={labelId} className={props.isLabelHidden === true ? 'sr-only' : 'text-body'}>
        {props.label}
      </span>
    </span>
  );
}

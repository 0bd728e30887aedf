import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { commonMessages } from '../lib/messages/common.ts';

/** Classes of a text control. */
export const controlClasses =
  'h-10 w-full min-w-0 rounded-control border border-field bg-card px-3 text-body text-ink shadow-sheet transition-[border-color,box-shadow] placeholder:text-muted hover:border-muted focus:border-cobalt focus:outline-2 focus:-outline-offset-1 focus:outline-cobalt disabled:bg-sunk disabled:text-muted read-only:bg-sunk read-only:text-muted aria-invalid:border-red aria-invalid:focus:outline-red pointer-coarse:h-11 max-sm:text-[16px]';

/** Props that a field passes to its control. */
export interface FieldControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** Form field: label above, control, help below; an error replaces the help. */
export function Field(props: {
  label: ReactNode;
  error?: ReactNode;
  help?: ReactNode;
  isOptional?: boolean;
  aside?: ReactNode;
  className?: string;
  children: (control: FieldControlProps) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(props.error) || Boolean(props.help);
  return (
    <div
      className={cn(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5',
        props.className,
      )}
    >
      <div className="flex min-h-5 items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-table font-medium">
          {props.label}
          {props.isOptional === true && (
            <span className="font-normal text-muted"> ({commonMessages.optional})</span>
          )}
        </label>
        {props.aside}
      </div>
      {props.children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {props.error ? (
        <FieldError id={noteId}>{props.error}</FieldError>
      ) : (
        props.help && (
          <p id={noteId} className="text-label text-muted">
            {props.help}
          </p>
        )
      )}
    </div>
  );
}

/** Error message of a field, in red with an icon. */
export function FieldError(props: { id?: string; children: ReactNode }) {
  return (
    <p id={props.id} className="flex items-start gap-1.5 text-label text-red">
      <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span>{props.children}</span>
    </p>
  );
}

/** Single-line text control. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(controlClasses, className)} />;
}

/** Multi-line text control. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={cn(controlClasses, 'h-auto min-h-24 py-2', className)} />;
}

/**
 * Labelled single-line control: {@link Field} and {@link Input}, or another control such as the
 * password input.
 */
export function TextField({
  label,
  error,
  help,
  isOptional,
  aside,
  fieldClassName,
  control: Control = Input,
  ...input
}: ComponentProps<'input'> & {
  label: ReactNode;
  error?: ReactNode;
  help?: ReactNode;
  isOptional?: boolean;
  aside?: ReactNode;
  fieldClassName?: string;
  control?: ComponentType<ComponentProps<'input'>>;
}) {
  return (
    <Field
      label={label}
      error={error}
      help={help}
      isOptional={isOptional === true}
      aside={aside}
      {...(fieldClassName !== undefined && { className: fieldClassName })}
    >
      {(control) => <Control {...input} {...control} />}
    </Field>
  );
}

/** Focuses the first invalid field once its error is rendered. */
export function focusFirstError(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

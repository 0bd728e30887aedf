import { useState } from 'react';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

interface OverlapFieldProps {
  /** Texts; `overlaps` names the periods by their hours. */
  labels: { readonly overlap: string; readonly overlaps: Readonly<Record<string, string>> };
  hours: string;
  onChange: (hours: string) => void;
  className?: string;
}

/** Field with the period during which an old secret stays valid. */
export function OverlapField({ labels, hours, onChange, className }: OverlapFieldProps) {
  const options = Object.entries(labels.overlaps).map(([value, label]) => ({ value, label }));
  return (
    <Field label={labels.overlap} {...(className !== undefined && { className })}>
      {(control) => (
        <Select {...control} options={options} value={hours} onValueChange={onChange} />
      )}
    </Field>
  );
}

interface RotateSecretProps {
  labels: OverlapFieldProps['labels'] & {
    readonly rotate: string;
    readonly rotating: string;
    readonly rotateTitle: string;
    readonly rotateText: string;
  };
  /** Period that is selected first. Units: hours. */
  initialHours: number;
  size?: 'sm';
  rotation: {
    readonly isPending: boolean;
    readonly mutate: (overlapHours: number, options: { onSuccess: () => void }) => void;
  };
}

/** Button that replaces a secret after a confirmation, which asks for the overlap. */
export function RotateSecret({ labels, initialHours, size, rotation }: RotateSecretProps) {
  const [isOpen, setOpen] = useState(false);
  const [hours, setHours] = useState(String(initialHours));
  return (
    <>
      <Button variant="outline" {...(size && { size })} onClick={() => setOpen(true)}>
        {labels.rotate}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={labels.rotateTitle}
        text={labels.rotateText}
        confirm={{
          label: labels.rotate,
          busyLabel: labels.rotating,
          isBusy: rotation.isPending,
          onClick: () => rotation.mutate(Number(hours), { onSuccess: () => setOpen(false) }),
        }}
      >
        <OverlapField labels={labels} hours={hours} onChange={setHours} className="mt-4" />
      </AlertDialog>
    </>
  );
}

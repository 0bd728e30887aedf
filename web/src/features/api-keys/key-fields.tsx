import { textLimits } from '@shotwright/contract/paths';
import type { Ref } from 'react';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { TextField } from '../../ui/field.tsx';
import { useKeyUsageMessages } from './key-usage-messages.ts';

interface KeyFieldProps {
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Field for the name of a key. */
export function KeyNameField({ value, onChange, inputRef }: KeyFieldProps) {
  return (
    <TextField
      label={messages.name}
      help={messages.nameHelp}
      ref={inputRef}
      maxLength={textLimits.name}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Field for the monthly limit of a key; shows an error once the input is invalid. */
export function KeyLimitField({
  value,
  onChange,
  inputRef,
  isWrong,
}: KeyFieldProps & { isWrong: boolean }) {
  const { limit, limitHelp, limitWrong } = useKeyUsageMessages();
  return (
    <TextField
      label={limit}
      isOptional
      help={limitHelp}
      error={isWrong && limitWrong}
      ref={inputRef}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

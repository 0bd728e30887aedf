import { textLimits } from '@shotwright/contract/paths';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';
import { TextField } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import type { AccountDetails, FieldErrors } from '../account.rules.ts';
import { PasswordRules } from '../password-rules.tsx';

/** Error messages of the first step, by field. */
export type DetailsFieldErrors = FieldErrors<keyof AccountDetails | 'captcha'>;

/** Text fields of the first step of sign-up. */
export function DetailFields(props: {
  details: AccountDetails;
  errors: DetailsFieldErrors;
  onChange: (field: keyof AccountDetails) => (event: { target: { value: string } }) => void;
}) {
  const { details, errors, onChange } = props;
  const field = (name: keyof AccountDetails) => ({
    name,
    error: errors[name],
    value: details[name],
    onChange: onChange(name),
  });
  const name = { maxLength: textLimits.personName };
  const password = { control: PasswordInput, autoComplete: 'new-password' };
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-3">
        <TextField
          label={messages.firstName}
          autoComplete="given-name"
          {...name}
          {...field('firstName')}
        />
        <TextField
          label={messages.lastName}
          autoComplete="family-name"
          {...name}
          {...field('lastName')}
        />
      </div>
      <TextField
        label={messages.email}
        type="email"
        autoComplete="username"
        maxLength={textLimits.email}
        {...field('email')}
      />
      <div className="grid gap-2">
        <TextField label={messages.password} {...password} {...field('password')} />
        <PasswordRules password={details.password} confirmation={details.confirmPassword} />
      </div>
      <TextField label={messages.confirmPassword} {...password} {...field('confirmPassword')} />
    </>
  );
}

import type { UseFormRegisterReturn } from 'react-hook-form';
import { MaskedField } from '../../ui/index.ts';
import { PasswordTicks } from './password-ticks.tsx';

interface NewPasswordFieldProps {
  label: string;
  /** What has been typed so far. */
  typed: string;
  error: string | undefined;
  registered: UseFormRegisterReturn;
}

// Safari generates passwords by these rules; other browsers ignore them.
const made = {
  passwordrules: 'minlength: 12; required: lower; required: upper; required: digit; required: special;',
};

export function NewPasswordField({ label, typed, error, registered }: NewPasswordFieldProps) {
  return (
    <MaskedField
      label={label}
      secret="password"
      hint={<PasswordTicks typed={typed} />}
      steady
      autoComplete="new-password"
      error={error}
      {...made}
      {...registered}
    />
  );
}

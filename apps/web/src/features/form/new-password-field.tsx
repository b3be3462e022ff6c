import type { UseFormRegisterReturn } from 'react-hook-form';
import { CheckIcon, MaskedField, VisuallyHidden } from '../../ui/index.ts';
import styles from './form.module.css';
import { passwordRules } from './form-rules.ts';

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

/** What a new password must have, ticked off while it is typed. */
function PasswordTicks({ typed }: { typed: string }) {
  return (
    <ul className={styles.rules} aria-label="The password must have">
      {passwordRules.map(({ short, holds }) => {
        const isMet = holds(typed);
        return (
          <li key={short} className={styles.rule} data-met={isMet || undefined}>
            <span className={styles.mark}>{isMet && <CheckIcon size={14} />}</span>
            {short}
            <VisuallyHidden>{isMet ? ', done' : ', missing'}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}

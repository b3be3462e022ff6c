import { CheckIcon, VisuallyHidden } from '../../ui/index.ts';
import styles from './form.module.css';
import { passwordRules } from './form-rules.ts';

/** What a new password must have, ticked off while it is typed. */
export function PasswordTicks({ typed }: { typed: string }) {
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

import type { Me } from '@polylogue/contract';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button, MaskedField, Notice, toast } from '../../../ui/index.ts';
import {
  isSamePassword,
  NewPasswordField,
  newPasswordRules,
  passwordGivenRules,
  passwordMismatch,
  validatorFor,
} from '../../form/index.ts';
import { changePassword, reasonOf } from '../../person/index.ts';
import styles from '../form.module.css';
import { ifForgotten } from '../if-forgotten.ts';
import { Subsection } from '../part.tsx';
import { useUnsaved } from '../use-unsaved.tsx';
import { useSecretForm } from './use-secret-form.ts';

export function PasswordPart({ me }: { me: Me }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Subsection
      title="Password"
      intro="A new password signs out every other device; this one stays signed in. Links emailed to your address earlier, and the link to a copy of your data, stop working."
    >
      {isChanging ? (
        <PasswordForm username={me.username} onDone={() => setChanging(false)} />
      ) : (
        <Button className={styles.start} onClick={() => setChanging(true)}>
          Change password
        </Button>
      )}
    </Subsection>
  );
}

function PasswordForm({ username, onDone }: { username: string; onDone(): void }) {
  const { form, errors, isDirty, isSending, canCancel, failure, onSubmit } = useSecretForm({
    defaultValues: { current: '', password: '', confirm: '' },
    proof: 'current',
    ifChanged: 'If it was changed a moment ago, type your new password here.',
    async send({ current, password }) {
      await changePassword(current, password);
      toast({ title: 'Password changed', text: 'Every other device is signed out.' });
      onDone();
    },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const question = useUnsaved('your password', isDirty);
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {/* So that password managers know whose password is being changed. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <MaskedField
        label="Current password"
        secret="current password"
        autoComplete="current-password"
        autoFocus
        steady
        error={errors.current?.message}
        hint={ifForgotten()}
        {...form.register('current', { validate: validatorFor(passwordGivenRules) })}
      />
      <NewPasswordField
        label="New password"
        typed={password}
        error={errors.password?.message}
        registered={form.register('password', { validate: validatorFor(newPasswordRules), deps: 'confirm' })}
      />
      <MaskedField
        label="Confirm password"
        secret="password again"
        autoComplete="new-password"
        steady
        error={errors.confirm?.message}
        {...form.register('confirm', {
          validate: (confirm, typed) =>
            isSamePassword(confirm, typed.password) ? undefined : passwordMismatch,
        })}
      />
      {failure !== undefined && (
        <Notice tone="bad" title="Failed to update password">
          {reasonOf(failure)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" tone="accent" busy={isSending}>
          {isSending ? 'Changing…' : 'Change password'}
        </Button>
        <Button tone="quiet" disabled={!canCancel} onClick={onDone}>
          Cancel
        </Button>
      </div>
      {question}
    </form>
  );
}

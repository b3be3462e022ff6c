import type { Me } from '@polylogue/contract';
import { useState } from 'react';
import { call } from '../../../api/index.ts';
import { Button, CheckIcon, MaskedField, Notice, TextField } from '../../../ui/index.ts';
import { emailRules, noMails, passwordGivenRules, Resend, validatorFor } from '../../form/index.ts';
import { reasonOf } from '../../person/index.ts';
import styles from '../form.module.css';
import { ifForgotten } from '../if-forgotten.ts';
import { Subsection } from '../part.tsx';
import { useUnsaved } from '../use-unsaved.tsx';
import { useSecretForm } from './use-secret-form.ts';

export function EmailPart({ me }: { me: Me }) {
  const [isChanging, setChanging] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Subsection
      title="Email"
      intro={
        me.can.verify_email
          ? 'You can sign in with it, and it is your way back in if you forget your password.'
          : `You can sign in with it. ${noMails}`
      }
    >
      <p className={styles.fact}>
        <strong>{me.email}</strong>
        {me.email_verified ? (
          <span className={styles.good}>
            <CheckIcon size={16} /> verified
          </span>
        ) : (
          <span className={styles.bad}>not verified</span>
        )}
      </p>
      {!me.email_verified && me.can.verify_email && (
        <div className={styles.narrow}>
          <Resend email={me.email} />
        </div>
      )}
      {sentTo && sentTo !== me.email && (
        <Notice
          tone="good"
          title={
            me.can.verify_email
              ? `An email has been sent to ${sentTo}.`
              : `An email for ${sentTo} is with the person who runs this server.`
          }
        >
          {me.can.verify_email
            ? `Open the link in it within 24 hours to make the new address yours. Until then your address is still ${me.email}. A notice was sent there, too.`
            : `Ask them for it: it says what to do. Your address is still ${me.email}.`}
        </Notice>
      )}
      {isChanging ? (
        <EmailForm
          onDone={(email) => {
            if (email) setSentTo(email);
            setChanging(false);
          }}
        />
      ) : (
        <Button className={styles.start} onClick={() => setChanging(true)}>
          Change email
        </Button>
      )}
    </Subsection>
  );
}

function EmailForm({ onDone }: { onDone(sentTo?: string): void }) {
  const { form, errors, isDirty, isSending, canCancel, failure, onSubmit } = useSecretForm({
    defaultValues: { email: '', password: '' },
    proof: 'password',
    async send({ email, password }) {
      const body = { email: email.trim(), current_password: password };
      await call('POST /api/auth/change-email', { body });
      onDone(body.email);
    },
  });
  const question = useUnsaved('your email address', isDirty);
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        autoFocus
        error={errors.email?.message}
        {...form.register('email', { validate: (typed) => validatorFor(emailRules)(typed.trim()) })}
      />
      <MaskedField
        label="Your password"
        secret="password"
        autoComplete="current-password"
        error={errors.password?.message}
        hint={ifForgotten()}
        {...form.register('password', { validate: validatorFor(passwordGivenRules) })}
      />
      {failure !== undefined && (
        <Notice tone="bad" title="Failed to change email">
          {reasonOf(failure)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" tone="accent" busy={isSending}>
          {isSending ? 'Sending…' : 'Send a link'}
        </Button>
        <Button tone="quiet" disabled={!canCancel} onClick={() => onDone()}>
          Cancel
        </Button>
      </div>
      {question}
    </form>
  );
}

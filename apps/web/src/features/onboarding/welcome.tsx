import type { Me } from '@polylogue/contract';
import { type FormEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { registerUnsavedWork } from '../../lib/drafts/unsaved-work.ts';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Avatar, Button, Notice, TextField } from '../../ui/index.ts';
import { completeStep } from '../account/index.ts';
import { profileRules, validatorFor } from '../form/index.ts';
import { nameOf, reasonOf, updateMe } from '../person/index.ts';
import { PictureField, PrivacySwitches, profilePicture } from '../self/index.ts';
import styles from './welcome.module.css';

interface WelcomeProps {
  me: Me;
  open: boolean;
  onClose(): void;
}

/** The first steps after signing up: who the person is and who may see it. All of it can be skipped. */
export function WelcomeDialog({ me, open, onClose }: WelcomeProps) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({
    defaultValues: { first_name: me.first_name ?? '', last_name: me.last_name ?? '' },
    mode: 'onTouched',
  });
  const { errors, isDirty } = form.formState;

  function leave() {
    completeStep('introduced');
    onClose();
  }

  const saving = useRef<Promise<boolean>>(null);

  /** Whether it is saved. Back may be pressed while it is: it waits for that. */
  function save(): Promise<boolean> {
    saving.current ??= attempt().finally(() => {
      saving.current = null;
    });
    return saving.current;
  }

  async function attempt(): Promise<boolean> {
    let isSaved = false;
    await form.handleSubmit(async (names) => {
      setSaving(true);
      setFailure(undefined);
      try {
        await updateMe(names);
        isSaved = true;
        leave();
      } catch (error) {
        setFailure(error);
      } finally {
        setSaving(false);
      }
    })();
    return isSaved;
  }

  async function done(event?: FormEvent) {
    event?.preventDefault();
    if (isDirty) await save();
    else leave();
  }

  const confirmLeave = useEffectEvent(save);
  useLayoutEffect(() => {
    if (!isDirty || !open) return;
    return registerUnsavedWork({ words: () => 'your name', confirmLeave: () => confirmLeave() });
  }, [isDirty, open]);

  const field = (name: 'first_name' | 'last_name') => ({
    error: errors[name]?.message,
    ...form.register(name, { validate: validatorFor(profileRules[name]) }),
  });

  return (
    // Closing it keeps what was typed, as does Back; only Not now discards it.
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || void done()}>
      <DialogTitle>Welcome, {me.username}!</DialogTitle>
      <p className={styles.note}>Tell people who you are, now or later in Settings.</p>
      <form className={styles.form} noValidate onSubmit={done}>
        <div className={styles.pair}>
          <TextField label="First name" optional autoComplete="given-name" {...field('first_name')} />
          <TextField label="Last name" optional autoComplete="family-name" {...field('last_name')} />
        </div>
        <PictureField purpose={profilePicture} url={me.profile_picture_url}>
          <Avatar id={me.user_id} name={nameOf(me)} picture={me.profile_picture_url} size={64} />
        </PictureField>
        <fieldset className={styles.privacy}>
          <legend className={styles.legend}>Who can see, find and invite you</legend>
          <p className={styles.note}>
            While all of this is off, no one can find you, and others see only your username and picture.
          </p>
          <PrivacySwitches me={me} isShort />
        </fieldset>
        {failure !== undefined && (
          <Notice tone="bad" title="Failed to update user data">
            {reasonOf(failure)}
          </Notice>
        )}
        <DialogActions>
          <Button tone="quiet" onClick={leave}>
            Not now
          </Button>
          <Button type="submit" tone="accent" busy={isSaving}>
            {isSaving ? 'Saving…' : 'Done'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

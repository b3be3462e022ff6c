import type { SpaceVisibility } from '@polylogue/contract';
import { isBlank, newId, spaceLimits } from '@polylogue/sync';
import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { loadSavedKeys } from '../../lib/drafts/saved-keys.ts';
import { FormDialog, Unsaved } from '../../ui/dialog/form-dialog.tsx';
import { DialogTitle } from '../../ui/dialog/index.ts';
import { TextField } from '../../ui/index.ts';
import { Select } from '../../ui/select/index.ts';
import { TextArea } from '../../ui/text-area/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { FormEnd } from '../person/index.ts';
import { AiNotice, aiNoticeSeen } from './ai-notice.tsx';
import styles from './dialog-form.module.css';
import { createSpace } from './making.ts';
import { visibilities } from './visibilities.ts';
import { focusWrong, mayTellOthers, textError } from './wrong-fields.ts';

interface NewSpaceDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function NewSpaceDialog({ open, onOpenChange }: NewSpaceDialogProps) {
  return (
    <FormDialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>New space</DialogTitle>
      <Form close={() => onOpenChange(false)} />
    </FormDialog>
  );
}

function Form({ close }: { close(): void }) {
  const [, navigate] = useLocation();
  const me = meOf(useAccount());
  // So that sending it twice makes one space.
  const [space_id] = useState(newId);
  const [name, setName] = useState('');
  const [about, setAbout] = useState('');
  const [visibility, setVisibility] = useState<SpaceVisibility>('link');
  const [wrong, setWrong] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void loadSavedKeys().catch(() => {}), []);

  async function send(event: FormEvent) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    if (isBlank(name)) flushSync(() => setWrong('Name is required'));
    if (focusWrong(form)) return;
    setBusy(true);
    setError(undefined);
    try {
      if (!(await mayTellOthers({ name, about }))) return;
      await createSpace({ space_id, name, about, visibility });
      if (me) aiNoticeSeen(me.user_id);
      // Not after Back, which has led them elsewhere.
      if (!form.isConnected) return;
      // What was entered is saved: leaving the page must not ask about it.
      flushSync(close);
      navigate(`/spaces/${space_id}`);
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <Unsaved when={name !== '' || about !== ''} busy={isBusy} />
      <TextField
        label="Name"
        steady
        value={name}
        error={wrong || textError(name, spaceLimits.nameLength)}
        maxLength={spaceLimits.nameLength}
        autoComplete="off"
        onChange={(event) => {
          setName(event.currentTarget.value);
          setWrong('');
        }}
      />
      <TextArea
        label="Description"
        optional
        hint="What it is about"
        value={about}
        typed={about.length}
        most={spaceLimits.aboutLength}
        error={textError(about, spaceLimits.aboutLength)}
        onChange={(event) => setAbout(event.currentTarget.value)}
      />
      <Select
        label="Who can join"
        value={visibility}
        choices={Object.entries(visibilities)}
        onChange={(value) => setVisibility(value as SpaceVisibility)}
      />
      <p className={styles.note}>
        <AiNotice />
      </p>
      <FormEnd error={error} send="Create space" sending="Creating…" isBusy={isBusy} close={close} />
    </form>
  );
}

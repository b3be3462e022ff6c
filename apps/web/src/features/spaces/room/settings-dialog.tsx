import type { OwnSpace, SpaceVisibility } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { type FormEvent, useState } from 'react';
import { fileIdOf, uploadOwn } from '../../../api/index.ts';
import { Choice } from '../../../ui/choice/index.ts';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button, Notice, TextField, toast } from '../../../ui/index.ts';
import { Switch } from '../../../ui/switch/index.ts';
import { TextArea } from '../../../ui/text-area/index.ts';
import { reasonOf } from '../../person/index.ts';
import { changeSpace, visibilities } from '../../space/index.ts';
import styles from '../new-space-dialog.module.css';
import { AiFields, type AiSettings } from './ai-fields.tsx';
import type { OpenRoom } from './open-room.ts';
import { type ChosenPicture, SpacePictureField } from './space-picture-field.tsx';

interface SettingsDialogProps {
  room: OpenRoom;
  own: OwnSpace;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Seconds between two posts of a member. */
const slowness: Record<number, string> = {
  0: 'Off',
  10: 'One post every 10 seconds',
  30: 'One post every 30 seconds',
  60: 'One post every minute',
  300: 'One post every 5 minutes',
  3600: 'One post every hour',
};

export function SettingsDialog({ room, own, open, onOpenChange }: SettingsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Space settings</DialogTitle>
      <Form room={room} own={own} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Form({ room, own, close }: { room: OpenRoom; own: OwnSpace; close(): void }) {
  const { space, can } = own;
  const [name, setName] = useState(space.name);
  const [about, setAbout] = useState(space.about ?? '');
  const [picture, setPicture] = useState<ChosenPicture>();
  const [visibility, setVisibility] = useState(space.visibility);
  const [membersInvite, setMembersInvite] = useState(space.members_invite);
  const [slow, setSlow] = useState(space.slow_seconds);
  const [ai, setAi] = useState<AiSettings>({
    ai_mode: space.ai_mode,
    ai_name: space.ai_name ?? '',
    ai_instructions: space.ai_instructions ?? '',
  });
  const [wrong, setWrong] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  // A value set by other means is offered, too.
  const slownesses = {
    ...slowness,
    [space.slow_seconds]: slowness[space.slow_seconds] ?? `${space.slow_seconds} s`,
  };

  async function send(event: FormEvent) {
    event.preventDefault();
    const isTooLong =
      about.length > spaceLimits.aboutLength || ai.ai_instructions.length > spaceLimits.instructionsLength;
    if (isBusy || isTooLong) return;
    if (name.trim() === '') return setWrong('Name is required');
    setBusy(true);
    setError(undefined);
    try {
      const picture_file_id = picture && fileIdOf(await uploadOwn(picture));
      await changeSpace(space.space_id, {
        ...(can.edit && { name, about, members_invite: membersInvite, ...ai }),
        ...(picture_file_id !== undefined && { picture_file_id }),
        ...(can.set_visibility && { visibility }),
        ...(can.set_slow_mode && { slow_seconds: slow }),
      });
      room.refresh();
      toast({ title: 'Saved' });
      close();
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      {can.edit && (
        <>
          <TextField
            label="Name"
            steady
            value={name}
            error={wrong}
            maxLength={spaceLimits.nameLength}
            autoComplete="off"
            onChange={(event) => {
              setName(event.currentTarget.value);
              setWrong('');
            }}
          />
          <SpacePictureField space={space} chosen={picture} onChoose={setPicture} />
          <TextArea
            label="Description"
            hint="What it is about. Optional."
            value={about}
            typed={about.length}
            most={spaceLimits.aboutLength}
            onChange={(event) => setAbout(event.currentTarget.value)}
          />
        </>
      )}
      {can.set_visibility && (
        <Choice
          label="Who can join"
          value={visibility}
          choices={visibilities}
          onChange={(value) => setVisibility(value as SpaceVisibility)}
        />
      )}
      {can.edit && (
        <Switch
          label="Members may invite"
          hint="People who are not hosts can also invite others and make links."
          checked={membersInvite}
          onChange={setMembersInvite}
        />
      )}
      {can.set_slow_mode && (
        <Choice
          label="Slow mode"
          value={String(slow)}
          choices={slownesses}
          onChange={(value) => setSlow(Number(value))}
        />
      )}
      {can.edit && <AiFields value={ai} onChange={setAi} />}
      {error !== undefined && (
        <Notice tone="bad" title={error instanceof Error ? error.message : ''}>
          {reasonOf(error)}
        </Notice>
      )}
      <DialogActions>
        <Button disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" tone="accent" busy={isBusy}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

import type { OwnSpace, Space, SpaceVisibility } from '@polylogue/contract';
import { isBlank, spaceLimits } from '@polylogue/sync';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { fileIdOf, uploadOwn } from '../../../api/index.ts';
import { changedFields } from '../../../lib/state/changed-fields.ts';
import { FormDialog, Unsaved } from '../../../ui/dialog/form-dialog.tsx';
import { DialogTitle } from '../../../ui/dialog/index.ts';
import { TextField, toast } from '../../../ui/index.ts';
import { Select } from '../../../ui/select/index.ts';
import { Switch } from '../../../ui/switch/index.ts';
import { TextArea } from '../../../ui/text-area/index.ts';
import { FormEnd } from '../../person/index.ts';
import { changeSpace, joiningAs, visibilities } from '../../space/index.ts';
import { focusWrong, mayTellOthers, textError } from '../../space/wrong-fields.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { AiFields } from './ai-fields.tsx';
import type { PanelProps } from './panel.ts';
import styles from './settings-dialog.module.css';
import { type ChosenPicture, SpacePictureField } from './space-picture-field.tsx';

/** Seconds between two posts of a member. */
const slowness: Record<number, string> = {
  0: 'Off',
  10: 'One message every 10 seconds',
  30: 'One message every 30 seconds',
  60: 'One message every minute',
  300: 'One message every 5 minutes',
  3600: 'One message every hour',
};

const settingsOf = (space: Space) => ({
  name: space.name,
  about: space.about ?? '',
  visibility: space.visibility,
  joins_as: space.joins_as,
  members_invite: space.members_invite,
  slow_seconds: space.slow_seconds,
  ai_mode: space.ai_mode,
  ai_name: space.ai_name ?? '',
  ai_instructions: space.ai_instructions ?? '',
});

export function SettingsDialog({ room, own, open, onOpenChange }: PanelProps) {
  return (
    <FormDialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Edit space</DialogTitle>
      <Form room={room} own={own} close={() => onOpenChange(false)} />
    </FormDialog>
  );
}

function Form({ room, own, close }: { room: OpenRoom; own: OwnSpace; close(): void }) {
  const { space, can } = own;
  const saved = settingsOf(space);
  const [typed, setTyped] = useState<Partial<typeof saved>>({});
  const [picture, setPicture] = useState<ChosenPicture>();
  const [wrong, setWrong] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const settings = { ...saved, ...typed };
  const changes = changedFields(typed, saved);
  const change = (part: typeof typed) => setTyped({ ...typed, ...part });
  // A value set by other means is offered, too.
  const slownesses = {
    ...slowness,
    [space.slow_seconds]: slowness[space.slow_seconds] ?? `${space.slow_seconds} s`,
  };

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (isBlank(settings.name)) flushSync(() => setWrong('Name is required'));
    if (focusWrong(event.currentTarget)) return;
    setBusy(true);
    setError(undefined);
    try {
      if (!(await mayTellOthers(changes))) return;
      const picture_file_id = picture && fileIdOf(await uploadOwn(picture));
      await changeSpace(space.space_id, {
        ...changes,
        ...(picture_file_id !== undefined && { picture_file_id }),
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
      <Unsaved when={picture !== undefined || Object.keys(changes).length > 0} busy={isBusy} />
      {can.edit && (
        <>
          <TextField
            label="Name"
            steady
            value={settings.name}
            error={wrong || textError(settings.name, spaceLimits.nameLength)}
            maxLength={spaceLimits.nameLength}
            autoComplete="off"
            onChange={(event) => {
              change({ name: event.currentTarget.value });
              setWrong('');
            }}
          />
          <SpacePictureField space={space} chosen={picture} onChoose={setPicture} />
          <TextArea
            label="Description"
            optional
            hint="What it is about"
            value={settings.about}
            typed={settings.about.length}
            most={spaceLimits.aboutLength}
            error={textError(settings.about, spaceLimits.aboutLength)}
            onChange={(event) => change({ about: event.currentTarget.value })}
          />
        </>
      )}
      {can.set_visibility && (
        <Select
          label="Who can join"
          value={settings.visibility}
          choices={Object.entries(visibilities)}
          onChange={(value) => change({ visibility: value as SpaceVisibility })}
        />
      )}
      {/* A link says itself what people become. */}
      {can.edit && settings.visibility === 'public' && (
        <Select
          label="People join as"
          value={settings.joins_as}
          choices={Object.entries(joiningAs)}
          onChange={(value) => change({ joins_as: value as Space['joins_as'] })}
        />
      )}
      {can.edit && (
        <Switch
          label="Members can invite"
          hint="People who are not hosts can also invite others and create links."
          checked={settings.members_invite}
          onChange={(members_invite) => change({ members_invite })}
        />
      )}
      {can.set_slow_mode && (
        <Select
          label="Slow mode"
          value={String(settings.slow_seconds)}
          choices={Object.entries(slownesses)}
          onChange={(value) => change({ slow_seconds: Number(value) })}
        />
      )}
      {can.edit && <AiFields value={settings} onChange={change} />}
      <FormEnd error={error} send="Save" isBusy={isBusy} close={close} />
    </form>
  );
}

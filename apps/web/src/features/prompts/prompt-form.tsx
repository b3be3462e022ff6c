import { newId, syncLimits } from '@polylogue/sync';
import { type FormEvent, useState } from 'react';
import { holdsKey, keyInField } from '../../lib/drafts/saved-keys.ts';
import { BackButton, Unsaved } from '../../ui/dialog/form-dialog.tsx';
import { DialogActions } from '../../ui/dialog/index.ts';
import { Button, TextField } from '../../ui/index.ts';
import { Select } from '../../ui/select/select.tsx';
import { TextArea } from '../../ui/text-area/index.ts';
import { type Folder, writeEdited } from '../conversation/index.ts';
import type { Prompt } from './prompt.ts';
import styles from './prompts.module.css';

interface PromptFormProps {
  /** Null: a new one. */
  prompt: Prompt | null;
  folders: readonly Folder[];
  onDone(): void;
}

export function PromptForm({ prompt, folders, onDone }: PromptFormProps) {
  const before = { name: prompt?.name ?? '', text: prompt?.text ?? '', folder: prompt?.folder ?? '' };
  const [now, setNow] = useState(before);
  const [isTried, setTried] = useState(false);
  // So that saving it twice makes one prompt.
  const [id] = useState(() => prompt?.id ?? newId());
  const [isSaving, setSaving] = useState(false);
  const isChanged = JSON.stringify(now) !== JSON.stringify(before);
  const isTooLong = now.text.length > syncLimits.instructionsLength;
  const hasKey = holdsKey(now.text);

  async function save(event: FormEvent) {
    event.preventDefault();
    // To React it is inside the composer, which would send.
    event.stopPropagation();
    setTried(true);
    const name = now.name.trim();
    if (name === '' || now.text.trim() === '' || isTooLong || hasKey || isSaving) return;
    const typed = { name, text: now.text, folder: now.folder || null };
    setSaving(true);
    const isStored = await writeEdited({ kind: 'prompt', record_id: id }, typed, prompt);
    setSaving(false);
    if (isStored) onDone();
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <Unsaved when={isChanged} busy={isSaving} />
      <TextField
        label="Name"
        value={now.name}
        error={isTried && now.name.trim() === '' && 'Enter a name'}
        maxLength={syncLimits.titleLength}
        autoComplete="off"
        autoFocus
        onChange={({ currentTarget }) => setNow({ ...now, name: currentTarget.value })}
      />
      <TextArea
        label="Text"
        hint="{{topic}} is asked for each time, {{language=French}} has a default, {{tone:formal|casual}} is a choice."
        error={hasKey ? keyInField : isTried && now.text.trim() === '' && 'Enter a text'}
        typed={now.text.length}
        most={syncLimits.instructionsLength}
        value={now.text}
        onChange={({ currentTarget }) => setNow({ ...now, text: currentTarget.value })}
      />
      {folders.length > 0 && (
        <Select
          label="Folder"
          value={folders.some(({ id }) => id === now.folder) ? now.folder : ''}
          choices={[['', 'None'], ...folders.map(({ id, name }) => [id, name] as const)]}
          onChange={(folder) => setNow({ ...now, folder })}
        />
      )}
      <DialogActions>
        <BackButton onBack={onDone} />
        <Button tone="accent" type="submit" busy={isSaving}>
          {prompt ? 'Save' : 'Add prompt'}
        </Button>
      </DialogActions>
    </form>
  );
}

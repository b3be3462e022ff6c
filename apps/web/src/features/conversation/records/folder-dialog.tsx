import { newId, syncLimits } from '@polylogue/sync';
import { type FormEvent, useRef, useState } from 'react';
import { holdsKey, keyInField } from '../../../lib/drafts/saved-keys.ts';
import { counted } from '../../../lib/text/counts.ts';
import { matchesWords } from '../../../lib/text/words.ts';
import { FormDialog, Unsaved } from '../../../ui/dialog/form-dialog.tsx';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button, TextButton, TextField, VisuallyHidden } from '../../../ui/index.ts';
import { TextArea } from '../../../ui/text-area/index.ts';
import { move } from '../actions.ts';
import { useConversations, useListWhole } from '../use-conversations.ts';
import { type Folder, type FolderColor, folderColors } from './folder.ts';
import styles from './folder-dialog.module.css';
import { FolderFilesField } from './folder-files-field.tsx';
import { FolderMark } from './folder-mark.tsx';
import { FolderModelField } from './folder-model-field.tsx';
import type { FolderRequest } from './folder-requests.ts';
import { useFolderFiles } from './use-folder-files.ts';
import { useFolders } from './use-records.ts';
import { deleteFolder, writeEdited, writeFolder } from './write.ts';

interface FolderDialogProps {
  request: FolderRequest;
  onClose(): void;
}

export function FolderDialog({ request, onClose }: FolderDialogProps) {
  switch (request.type) {
    case 'edit':
      return (
        <FormDialog open onOpenChange={onClose}>
          <DialogTitle>{request.folder ? 'Edit folder' : 'New folder'}</DialogTitle>
          <FolderForm folder={request.folder} onDone={onClose} />
        </FormDialog>
      );
    case 'delete':
      return <Deletion folder={request.folder} onDone={onClose} />;
    case 'move': {
      const { conversations, onMoved } = request;
      const isIn = (folder: string | null) => conversations.every((one) => one.folder === folder);
      function moveTo(folder: Place | null) {
        void move(conversations, folder);
        onMoved?.();
        onClose();
      }
      return <Places isIn={isIn} go={moveTo} onClose={onClose} />;
    }
    case 'choose': {
      const { folder, onChosen } = request;
      function choose(place: Place | null) {
        onChosen(place?.id ?? null);
        onClose();
      }
      return <Places isIn={(one) => one === folder} go={choose} onClose={onClose} />;
    }
  }
}

function FolderForm({ folder, onDone }: { folder: Folder | null; onDone(): void }) {
  const before = folder ?? { name: '', color: 'straw' as const, instructions: '', model: null };
  const [name, setName] = useState(before.name);
  const [color, setColor] = useState<FolderColor>(before.color);
  const [instructions, setInstructions] = useState(before.instructions);
  const [model, setModel] = useState(before.model);
  const [error, setError] = useState<string | false>(false);
  // So that saving it twice makes one folder.
  const [id] = useState(() => folder?.id ?? newId());
  const [isSaving, setSaving] = useState(false);
  const files = useFolderFiles(id);
  const values = { name: name.trim(), color, instructions, model };
  const isChanged =
    name !== before.name ||
    color !== before.color ||
    instructions !== before.instructions ||
    model !== before.model ||
    files.isChanged;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (values.name === '') return setError('Enter a name');
    const isStorable = instructions.length <= syncLimits.instructionsLength && !holdsKey(instructions);
    if (!isStorable || files.isBusy || isSaving) return;
    setSaving(true);
    const key = { kind: 'folder', record_id: id };
    const isSaved = (await writeEdited(key, values, folder)) && (await files.save());
    setSaving(false);
    if (isSaved) onDone();
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <Unsaved when={isChanged} busy={isSaving} />
      <TextField
        label="Name"
        value={name}
        error={error}
        maxLength={syncLimits.titleLength}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setError(false);
        }}
      />
      <fieldset>
        <legend className={styles.legend}>Colour</legend>
        <div className={styles.colors}>
          {folderColors.map((one) => (
            <label key={one} className={styles.color}>
              <input type="radio" name="color" checked={one === color} onChange={() => setColor(one)} />
              <FolderMark color={one} />
              <VisuallyHidden>{one}</VisuallyHidden>
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label="Instructions"
        optional
        hint="What the AI is told in every conversation of this folder. A conversation can leave them out."
        typed={instructions.length}
        most={syncLimits.instructionsLength}
        value={instructions}
        error={holdsKey(instructions) && keyInField}
        onChange={({ currentTarget }) => setInstructions(currentTarget.value)}
      />
      <FolderModelField model={model} onRemove={() => setModel(null)} />
      <FolderFilesField files={files} />
      <DialogActions>
        <Button tone="accent" type="submit" disabled={files.isBusy} busy={isSaving}>
          {folder ? 'Save' : 'Create folder'}
        </Button>
      </DialogActions>
    </form>
  );
}

function Deletion({ folder, onDone }: { folder: Folder; onDone(): void }) {
  const safe = useRef<HTMLButtonElement>(null);
  const all = useConversations();
  const isWhole = useListWhole() && all !== null;
  const inIt = (all ?? []).filter((one) => one.folder === folder.id && one.deletedAt === null);
  const ids = inIt.map(({ id }) => id);
  // The sidebar does not count them.
  const archived = inIt.filter(({ isArchived }) => isArchived).length;
  const many = ids.length === 1 ? 'conversation' : `${counted(ids.length)} conversations`;
  const them = isWhole ? many : 'conversations';

  function act(doomed: readonly string[]) {
    void deleteFolder(folder, doomed);
    onDone();
  }

  const isEmpty = isWhole && ids.length === 0;
  const question = isWhole
    ? `What becomes of the ${many} in it${archived > 0 ? ` (${counted(archived)} archived)` : ''}?`
    : 'Its conversations are still being fetched. What becomes of them?';
  return (
    <Dialog open onOpenChange={onDone} initialFocus={safe}>
      <DialogTitle>Delete the folder “{folder.name}”?</DialogTitle>
      <p>
        {isEmpty
          ? 'There are no conversations in it. Its instructions and files go with it.'
          : `${question} Its instructions and files go with it either way.`}
      </p>
      <DialogActions>
        <Button tone="danger" disabled={!isWhole} onClick={() => act(ids)}>
          {isEmpty ? 'Delete folder' : `Delete the ${them} too`}
        </Button>
        <Button ref={safe} tone={isEmpty ? 'plain' : 'accent'} onClick={isEmpty ? onDone : () => act([])}>
          {isEmpty ? 'Cancel' : `Keep the ${them}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** So many folders are worth finding one of by its name. */
const many = 8;

type Place = Pick<Folder, 'id' | 'name'>;

interface PlacesProps {
  /** Null: in none. */
  isIn(folder: string | null): boolean;
  go(folder: Place | null): void;
  onClose(): void;
}

function Places({ isIn, go, onClose }: PlacesProps) {
  const folders = useFolders();
  const [name, setName] = useState('');
  // So that creating it twice makes one folder.
  const [id] = useState(newId);
  const [isCreating, setCreating] = useState(false);
  const [wanted, setWanted] = useState('');
  const shown = folders.filter((one) => matchesWords(one.name, wanted));

  async function create(event: FormEvent) {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '' || isCreating) return;
    setCreating(true);
    const isCreated = await writeFolder(id, { name: trimmed, color: 'straw' });
    setCreating(false);
    if (isCreated) go({ id, name: trimmed });
  }

  return (
    <Dialog open onOpenChange={onClose} high>
      <DialogTitle>Move to a folder</DialogTitle>
      <div className={styles.form}>
        {folders.length >= many && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (wanted.trim() !== '' && shown[0]) go(shown[0]);
            }}
          >
            <TextField
              type="search"
              label="Find a folder"
              value={wanted}
              autoComplete="off"
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          </form>
        )}
        {shown.length === 0 && folders.length > 0 && <p role="status">No folder has that name.</p>}
        {shown.length > 0 && (
          <ul className={styles.places}>
            {shown.map((folder) => (
              <li key={folder.id}>
                <button
                  type="button"
                  className={styles.place}
                  aria-current={isIn(folder.id) || undefined}
                  onClick={() => go(folder)}
                >
                  <FolderMark color={folder.color} />
                  <span className={styles.name} dir="auto">
                    {folder.name}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {!isIn(null) && <TextButton onClick={() => go(null)}>Take out of the folder</TextButton>}
        <form className={styles.creation} onSubmit={create}>
          <TextField
            label="New folder"
            value={name}
            maxLength={syncLimits.titleLength}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''} busy={isCreating}>
            Create and move
          </Button>
        </form>
      </div>
    </Dialog>
  );
}

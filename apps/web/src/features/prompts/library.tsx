import { type ChangeEvent, useDeferredValue, useRef, useState } from 'react';
import { loadSavedKeys } from '../../lib/drafts/saved-keys.ts';
import { download } from '../../lib/files/download.ts';
import { counted } from '../../lib/text/counts.ts';
import { Button, EditIcon, Menu, MoreIcon, PlusIcon, TextField, TrashIcon, toast } from '../../ui/index.ts';
import {
  type Folder,
  removeRecord,
  useFolders,
  useRecordListWhole,
  useRecords,
  write,
} from '../conversation/index.ts';
import { foundPrompts, type Prompt, promptsOf } from './prompt.ts';
import { PromptForm } from './prompt-form.tsx';
import styles from './prompts.module.css';
import { importedWords, mostBytes, promptsFile, readPromptsFile, recordsToImport } from './prompts-file.ts';
import { variablesOf } from './template.ts';

interface LibraryProps {
  /** Asks for the variables of one that has some. */
  onChoose(prompt: Prompt): void;
  onWrite(text: string): void;
}

/** All prompts: found by their words, in folders, made, changed and deleted here; as one file out and in. */
export function Library({ onChoose, onWrite }: LibraryProps) {
  const folders = useFolders();
  const prompts = promptsOf(useRecords());
  const isRead = useRecordListWhole();
  const [text, setText] = useState('');
  const query = useDeferredValue(text);
  /** Null: the list is shown. */
  const [editing, setEditing] = useState<Prompt | 'new' | null>(null);
  const [isBack, setBack] = useState(false);
  const found = foundPrompts(query, prompts, folders);
  const groups = groupsOf(found, folders);

  if (editing) {
    const prompt = editing === 'new' ? null : editing;
    const done = () => {
      setEditing(null);
      setBack(true);
    };
    return <PromptForm prompt={prompt} folders={folders} onDone={done} />;
  }
  return (
    <div className={styles.form}>
      {prompts.length > 0 && (
        <TextField
          type="search"
          label="Find a prompt"
          value={text}
          autoComplete="off"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {!isRead && (
        <p role="status" className={styles.quiet}>
          Loading…
        </p>
      )}
      {isRead && prompts.length === 0 && (
        <p>
          A text that you write again and again, with what changes in it as <code>{'{{variables}}'}</code>.
          Write <kbd>/</kbd> in any message box to put one in.
        </p>
      )}
      {isRead && prompts.length > 0 && (
        <p role="status" className={styles.quiet}>
          {found.length === 0 ? 'Nothing found' : `${counted(found.length)} of ${counted(prompts.length)}`}
        </p>
      )}
      <div className={styles.groups}>
        {groups.map(({ folder, own }) => (
          <section key={folder?.id ?? 'none'} aria-label={folder?.name ?? 'In no folder'}>
            {(folder || groups.length > 1) && (
              <h3 className={styles.heading}>{folder?.name ?? 'In no folder'}</h3>
            )}
            <ul className={styles.list}>
              {own.map((prompt) => (
                <PromptRow
                  key={prompt.id}
                  prompt={prompt}
                  onUse={() =>
                    variablesOf(prompt.text).length > 0 ? onChoose(prompt) : onWrite(prompt.text)
                  }
                  onEdit={() => setEditing(prompt)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Tools {...{ prompts, folders, isRead, isBack }} onNew={() => setEditing('new')} />
    </div>
  );
}

interface PromptRowProps {
  prompt: Prompt;
  onUse(): void;
  onEdit(): void;
}

function PromptRow({ prompt, onUse, onEdit }: PromptRowProps) {
  const { id, name, text } = prompt;

  async function remove() {
    const undo = await removeRecord('prompt', id);
    if (undo) toast({ title: `Prompt “${name}” deleted`, action: { label: 'Undo', act: undo } });
  }

  return (
    <li className={styles.row}>
      <button type="button" className={styles.prompt} onClick={onUse}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.text} dir="auto">
          {text.slice(0, 200)}
        </span>
      </button>
      <Menu
        small
        label={`Actions for ${name}`}
        icon={<MoreIcon size={18} />}
        items={[
          { label: 'Edit', icon: <EditIcon size={18} />, act: onEdit },
          { label: 'Delete', icon: <TrashIcon size={18} />, act: () => void remove() },
        ]}
      />
    </li>
  );
}

interface ToolsProps {
  prompts: readonly Prompt[];
  folders: readonly Folder[];
  /** Before, an import would add some twice, and an export would lack some. */
  isRead: boolean;
  /** From the form, with which what had the focus has gone. */
  isBack: boolean;
  onNew(): void;
}

function Tools({ prompts, folders, isRead, isBack, onNew }: ToolsProps) {
  const file = useRef<HTMLInputElement>(null);

  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (!chosen) return;
    if (chosen.size > mostBytes) return refused('It is larger than 20 MB.');
    const text = await chosen.text().catch(() => null);
    if (text === null) return refused('It could not be read.');
    // Without them, none of it is stored.
    await loadSavedKeys().catch(() => {});
    const read = readPromptsFile(text);
    if ('refused' in read) return refused(read.refused);
    const made = recordsToImport(read.prompts, prompts, folders);
    if (made.length > 0 && !(await write(made))) return;
    toast(importedWords(made.filter(({ kind }) => kind === 'prompt').length, read));
  }

  return (
    <div className={styles.tools}>
      <Button tone="accent" small autoFocus={isBack} onClick={onNew}>
        <PlusIcon size={18} />
        New prompt
      </Button>
      <Button small disabled={!isRead} onClick={() => file.current?.click()}>
        Import
      </Button>
      <Button
        small
        disabled={!isRead || prompts.length === 0}
        onClick={() => download('prompts.json', promptsFile(prompts, folders), 'application/json')}
      >
        Export
      </Button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="File of prompts"
        onChange={(event) => void take(event)}
      />
    </div>
  );
}

const refused = (text: string) =>
  void toast({ tone: 'destructive', title: 'The file was not imported', text });

/** By folder, in the order of their names; those in none come last. */
function groupsOf(found: readonly Prompt[], folders: readonly Folder[]) {
  const known = new Set(folders.map(({ id }) => id));
  const isIn = (prompt: Prompt, folder: Folder | null) =>
    folder ? prompt.folder === folder.id : prompt.folder === null || !known.has(prompt.folder);
  return [...folders, null]
    .map((folder) => ({ folder, own: found.filter((prompt) => isIn(prompt, folder)) }))
    .filter(({ own }) => own.length > 0);
}

import { fieldValue, syncLimits } from '@polylogue/sync';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLive } from '../../lib/state/use-live.ts';
import { isComposing } from '../../ui/index.ts';
import { applyListAction, conversationList, openedStore, serverNow } from '../sync/index.ts';
import styles from './chat-title.module.css';

/** The title of the conversation; pressing it renames the conversation. */
export function ChatTitle({ id }: { id: string }) {
  const title = useLive(conversationList, (list) => titleIn(list, id));
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  async function rename(text: string) {
    setEditing(false);
    const written = text.trim();
    if (written === '' || written === title) return;
    await applyListAction(await openedStore(), [id], { type: 'rename', title: written }, serverNow);
  }

  if (title === null) return null;
  if (isEditing) return <Field title={title} onDone={rename} onCancel={() => setEditing(false)} />;
  return (
    <button
      ref={button}
      type="button"
      className={styles.title}
      title="Rename"
      aria-label={`Rename “${title}”`}
      onClick={() => setEditing(true)}
    >
      {title}
    </button>
  );
}

interface FieldProps {
  title: string;
  onDone(text: string): void;
  onCancel(): void;
}

function Field({ title, onDone, onCancel }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);

  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') onDone(event.currentTarget.value);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  }

  return (
    <input
      ref={input}
      className={styles.field}
      aria-label="Title of this conversation"
      defaultValue={title}
      maxLength={syncLimits.titleLength}
      onKeyDown={pressed}
      onBlur={(event) => onDone(event.currentTarget.value)}
    />
  );
}

function titleIn(list: ReturnType<typeof conversationList.read>, id: string): string | null {
  const fields = list?.find(({ conversation_id }) => conversation_id === id)?.fields;
  if (!fields) return null;
  const title = fieldValue(fields, 'title');
  return typeof title === 'string' && title !== '' ? title : 'New conversation';
}

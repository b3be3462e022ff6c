import { cutText, spaceLimits } from '@polylogue/sync';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button } from '../../../ui/index.ts';
import { CopyButton, type Edits, unsentEdits } from '../../messages/index.ts';
import styles from './kept-text.module.css';

interface KeptTextProps {
  label: string;
  text: string;
  onDiscard?: () => void;
}

/** Characters, as many as a post may have. A pasted text can have millions, which would hold up the page. */
const mostShown = spaceLimits.bodyLength;

/** Text that cannot be sent, to be read and copied. */
export function KeptText({ label, text, onDiscard }: KeptTextProps) {
  return (
    <div className={styles.kept}>
      <p>{label}</p>
      <blockquote dir="auto">{cutText(text, mostShown)}</blockquote>
      {text.length > mostShown && <p>Only its beginning is shown. Copy it to have all of it.</p>}
      <div className={styles.actions}>
        <CopyButton text={() => text} />
        {onDiscard && (
          <Button small tone="quiet" onClick={onDiscard}>
            Delete
          </Button>
        )}
      </div>
    </div>
  );
}

/** What was typed into a post that can no longer be edited. */
export function KeptEdit({ id, edits }: { id: string; edits: Edits }) {
  const text = useLive(edits, (open) => unsentEdits(open).find((edit) => edit.id === id)?.text);
  if (text === undefined) return null;
  return (
    <KeptText
      label="Your edit was not sent:"
      text={text}
      onDiscard={() => edits.dispatch({ type: 'edit-ended', id, text })}
    />
  );
}

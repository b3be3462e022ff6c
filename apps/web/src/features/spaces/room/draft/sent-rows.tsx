import type { PostRow } from '@polylogue/contract';
import { wordsOf } from '@polylogue/sync/turns';
import { capitalized, type Names } from '../engine/names.ts';
import styles from './before-turn.module.css';

interface SentRowsProps {
  rows: readonly PostRow[];
  /** Ids of what is sent. */
  used: ReadonlySet<string>;
  pins: readonly string[];
  names: Names;
}

/** The messages that are sent, with who wrote them. */
export function SentRows({ rows, used, pins, names }: SentRowsProps) {
  return (
    <ol className={styles.list}>
      {rows
        .filter(({ message_id }) => used.has(message_id))
        .map((row) => (
          <li key={row.message_id}>
            <cite>{row.kind === 'turn' ? 'The AI' : capitalized(names.who(row.by_id))}</cite> {beginning(row)}
            {pins.includes(row.message_id) && <span className={styles.mark}> · pinned</span>}
          </li>
        ))}
      <li>
        <cite>You</cite> what you are writing
      </li>
    </ol>
  );
}

/** Pinned messages that are not sent, because they are too long for it. */
export function Unfit({
  rows,
  unfit,
  isOwn,
}: {
  rows: readonly PostRow[];
  unfit: readonly string[];
  isOwn: boolean;
}) {
  const left = rows.filter(({ message_id }) => unfit.includes(message_id));
  if (left.length === 0) return null;
  return (
    <p>
      {isOwn ? 'Too long for this model' : 'Too long for what is lent'}, so not sent although pinned:{' '}
      {left.map((row) => `“${beginning(row)}”`).join(', ')}
    </p>
  );
}

const shown = 80;

function beginning(row: PostRow): string {
  const body = wordsOf(row);
  if (body === '') return row.files.map(({ name }) => name).join(', ');
  return body.length > shown ? `${body.slice(0, shown)}…` : body;
}

import type { OwnSpace, PostRow } from '@polylogue/contract';
import { useMemo } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { nameOf } from '../../person/index.ts';
import { previewOf, useOwnProvider } from '../../torch/index.ts';
import styles from './before-turn.module.css';
import { capital, namesIn } from './names.ts';
import type { OpenRoom } from './open-room.ts';

interface BeforeTurnProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
}

/** What is sent if the AI is asked now, whose words they are, and to whose account. */
export function BeforeTurn({ room, own: { space }, me }: BeforeTurnProps) {
  const rows = useLive(room, (now) => now.rows);
  const people = useLive(room, (now) => now.people);
  const lent = useLive(room.presence, (now) => now.lent);
  const own = useOwnProvider();
  const isOwn = own !== null;
  const { who, whose } = namesIn(people, me, nameOf);
  const [lender, lend] = Object.entries(lent).find(([id]) => id !== me) ?? [];
  const preview = useMemo(
    () => previewOf(space, rows, me, isOwn ? null : (lend ?? null)),
    [space, rows, me, isOwn, lend],
  );
  if (!isOwn && !lend)
    return <p>Nobody here lends a key right now: your question waits until somebody does.</p>;
  if (!preview) return <p>What is lent here does not pay for a question right now.</p>;
  const account = own
    ? `your ${own} account`
    : `${whose(lender ?? null)} ${lend?.models[0]?.provider} account`;
  const used = new Set(preview.used);
  // The question itself is one of the messages, and not among these yet.
  const answers = preview.used.length - (preview.messages - 1);
  return (
    <details className={styles.preview}>
      <summary>
        Sends {count(preview.messages, 'message')} of {count(preview.people, 'person', 'people')}
        {answers > 0 && ` and ${count(answers, 'answer')}`} to {account}
      </summary>
      <ol className={styles.list}>
        {rows
          .filter(({ message_id }) => used.has(message_id))
          .map((row) => (
            <li key={row.message_id}>
              <cite>{row.kind === 'turn' ? 'The AI' : capital(who(row.by_id))}</cite> {beginning(row)}
            </li>
          ))}
        <li>
          <cite>You</cite> what you are writing
        </li>
      </ol>
    </details>
  );
}

const count = (many: number, one: string, more = `${one}s`) => `${many} ${many === 1 ? one : more}`;

const shown = 80;
const beginning = ({ body, files }: PostRow) =>
  body === ''
    ? files.map(({ name }) => name).join(', ')
    : body.length > shown
      ? `${body.slice(0, shown)}…`
      : body;

import type { PostRow } from '@polylogue/contract';
import { useLive } from '../../../lib/state/use-live.ts';
import { DrawerContent } from '../../../ui/drawer/index.ts';
import { Button, VisuallyHidden } from '../../../ui/index.ts';
import type { Names } from '../engine/names.ts';
import { quoteText } from '../list/quotes.ts';
import styles from './before-turn.module.css';
import type { LeftOut } from './left-out.ts';

export interface SentRowsProps {
  rows: readonly PostRow[];
  /** Ids of what is sent. */
  used: ReadonlySet<string>;
  pins: readonly string[];
  leftOut: LeftOut;
  names: Names;
  /** How many files are beside the text. */
  attached: number;
}

/** The messages that are sent, with who wrote them; each can be left out, and put back. */
export function SentRows({ rows, used, pins, leftOut, names, attached }: SentRowsProps) {
  const left = useLive(leftOut, (ids) => ids);
  return (
    <DrawerContent>
      <ol className={styles.list}>
        {rows
          .filter(({ message_id }) => used.has(message_id) || left.has(message_id))
          .map((row) => {
            const isLeftOut = left.has(row.message_id);
            return (
              <li key={row.message_id} data-left-out={isLeftOut || undefined}>
                <span>
                  <cite>{row.kind === 'turn' ? 'The AI' : names.sentence(names.who(row.by_id))}</cite>{' '}
                  {quoteText(row)}
                  {pins.includes(row.message_id) && <span className={styles.mark}> · pinned</span>}
                  {isLeftOut && <span className={styles.mark}> · left out</span>}
                </span>
                <Button
                  small
                  tone="quiet"
                  onClick={() => leftOut.dispatch({ type: 'pressed', id: row.message_id })}
                >
                  {isLeftOut ? 'Put back' : 'Leave out'}
                  <VisuallyHidden> {quoteText(row)}</VisuallyHidden>
                </Button>
              </li>
            );
          })}
        <li>
          <span>
            <cite>You</cite> what you are writing
            {attached > 0 && `, with ${attached === 1 ? '1 file' : `${attached} files`}`}
          </span>
        </li>
      </ol>
      <p className={styles.mark}>
        Leaving out is not secrecy: everyone here can still read it, it is sent with the next question again,
        and with a key that is lent the server could send it all the same. What no AI may read goes off the
        record.
      </p>
    </DrawerContent>
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
      {left.map((row) => `“${quoteText(row)}”`).join(', ')}
    </p>
  );
}

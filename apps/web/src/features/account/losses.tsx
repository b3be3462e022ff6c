import { access } from '../../api/index.ts';
import { unsavedWork } from '../../lib/drafts/unsaved-work.ts';
import { othersDrafts, unsentDrafts, unsentPasted } from '../../lib/drafts/unsent-drafts.ts';
import { manyOf } from '../../lib/text/counts.ts';
import styles from './sign-out-dialog.module.css';

/** How many drafts are quoted. */
const most = 3;

/** What is stored nowhere but in this browser, which is about to be cleared. */
export function Losses() {
  const me = access.read()?.owner ?? null;
  const drafts = unsentDrafts(me);
  const pasted = unsentPasted(me);
  const others = othersDrafts(me);
  const losses = unsavedWork();
  if (pasted.length > 0) losses.push(`unsent pasted texts (${pasted.join(', ')})`);
  if (others > 0) losses.push(`unsent messages of another account (${others})`);
  if (drafts.length + losses.length === 0) return null;
  return (
    <div className={styles.losses}>
      <p>This will be lost:</p>
      <ul>
        {drafts.slice(0, most).map((draft, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
          <li key={at}>
            your unsent message <q className={styles.draft}>{draft}</q>
          </li>
        ))}
        {drafts.length > most && <li>and {manyOf(drafts.length - most, 'more unsent message')}</li>}
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </div>
  );
}

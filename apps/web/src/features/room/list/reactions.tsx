import type { PostRow } from '@polylogue/contract';
import { emojiOf } from '@polylogue/sync/spaces';
import { counted } from '../../../lib/text/counts.ts';
import type { Names } from '../engine/names.ts';
import { reactedWords } from '../words/reacted-words.ts';
import type { PostIntents } from './post-intents.ts';
import styles from './reactions.module.css';

interface ReactionsProps {
  row: PostRow | null;
  names: Names;
  canReact: boolean;
  react: PostIntents['react'];
}

/** Who has reacted to a message, by emoji. */
export function Reactions({ row, names, canReact, react }: ReactionsProps) {
  if (!row || row.reactions.length === 0) return null;
  return (
    <ul className={styles.reactions} aria-label="Reactions">
      {row.reactions.map((reaction) => {
        // A server of an earlier version took texts such as “👍1000”, which would read as a count.
        const isEmoji = emojiOf(reaction.emoji) !== null;
        return (
          <li key={reaction.emoji}>
            <button
              type="button"
              className={styles.reaction}
              aria-pressed={reaction.is_own}
              aria-label={reactedWords(reaction, names)}
              data-tip
              disabled={!canReact || !(isEmoji || reaction.is_own)}
              onClick={() => react(row.message_id, reaction.emoji, !reaction.is_own)}
            >
              {isEmoji ? reaction.emoji : `“${reaction.emoji}”`} <span>{counted(reaction.count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

import type { PostRow } from '@polylogue/contract';
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
      {row.reactions.map((reaction) => (
        <li key={reaction.emoji}>
          <button
            type="button"
            className={styles.reaction}
            aria-pressed={reaction.is_own}
            aria-label={reactedWords(reaction, names)}
            data-tip
            disabled={!canReact}
            onClick={() => react(row.message_id, reaction.emoji, !reaction.is_own)}
          >
            {reaction.emoji} <span>{counted(reaction.count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

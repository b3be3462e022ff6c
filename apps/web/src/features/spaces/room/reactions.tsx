import type { PostRow } from '@polylogue/contract';
import { Menu, SmileIcon } from '../../../ui/index.ts';
import type { PostIntents } from './post-intents.ts';
import styles from './reactions.module.css';

const emojis = ['👍', '❤️', '😂', '🎉', '😮', '😢'];

interface ReactMenuProps {
  id: string;
  react: PostIntents['react'];
}

export function ReactMenu({ id, react }: ReactMenuProps) {
  return (
    <Menu
      label="React"
      small
      icon={<SmileIcon size={16} />}
      items={emojis.map((emoji) => ({ label: emoji, act: () => react(id, emoji, true) }))}
    />
  );
}

interface ReactionsProps {
  row: PostRow | null;
  canReact: boolean;
  react: PostIntents['react'];
}

/** Who has reacted to a message, by emoji. */
export function Reactions({ row, canReact, react }: ReactionsProps) {
  if (!row || row.reactions.length === 0) return null;
  return (
    <ul className={styles.reactions} aria-label="Reactions">
      {row.reactions.map(({ emoji, count, is_own }) => (
        <li key={emoji}>
          <button
            type="button"
            className={styles.reaction}
            aria-pressed={is_own}
            aria-label={`${emoji}, ${count === 1 ? '1 reaction' : `${count} reactions`}`}
            disabled={!canReact}
            onClick={() => react(row.message_id, emoji, !is_own)}
          >
            {emoji} <span>{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

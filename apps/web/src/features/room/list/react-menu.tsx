import { emojiOf } from '@polylogue/sync/spaces';
import { useState } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { IconButton, PlusIcon, Popover, SmileIcon, Snake } from '../../../ui/index.ts';
import type { PostIntents } from './post-intents.ts';
import styles from './reactions.module.css';
import { keepEmoji, rowOfEmojis } from './recent-emojis.ts';

// With the names of all emojis: more than the rest of a room.
const picker = lazy(() => import('./emoji-picker.tsx').then((file) => file.EmojiPicker));

interface ReactMenuProps {
  id: string;
  react: PostIntents['react'];
}

/** Reacts to a message: with one of a row, or with any emoji. */
export function ReactMenu({ id, react }: ReactMenuProps) {
  return (
    <Popover label="React" small icon={<SmileIcon size={16} />}>
      {(close) => (
        <Choices
          onChoose={(chosen) => {
            // As the server counts them: one emoji can be written in several ways.
            const emoji = emojiOf(chosen);
            close();
            if (emoji === null) return;
            keepEmoji(emoji);
            react(id, emoji, true);
          }}
        />
      )}
    </Popover>
  );
}

function Choices({ onChoose }: { onChoose(emoji: string): void }) {
  // Anew when it is opened again while it still fades.
  const row = rowOfEmojis();
  const [isFull, setFull] = useState(false);
  const EmojiPicker = useLazy(picker, isFull);
  return (
    <>
      <div className={styles.row}>
        {row.map((emoji) => (
          <button key={emoji} type="button" className={styles.choice} onClick={() => onChoose(emoji)}>
            {emoji}
          </button>
        ))}
        {!isFull && (
          <IconButton label="All emojis" onClick={() => setFull(true)}>
            <PlusIcon />
          </IconButton>
        )}
      </div>
      {isFull && !EmojiPicker && <Snake size={24} label="Loading all emojis" />}
      {EmojiPicker && <EmojiPicker onChoose={onChoose} />}
    </>
  );
}

import compact from 'emojibase-data/en/compact.json';
import messages from 'emojibase-data/en/messages.json';
import { type EmojiData, EmojiPicker as Picker } from 'frimousse';
import { useState } from 'react';
import styles from './emoji-picker.module.css';

/** Of emojibase: skin tones and hair, which are no emojis of their own. */
const components = 2;
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;

// From this build, not from another host, which is where it would be fetched from.
const data: EmojiData = {
  locale: 'en',
  emojis: compact.flatMap(({ unicode, label, group, tags = [], skins = [] }) =>
    group === undefined || group === components
      ? []
      : {
          emoji: unicode,
          category: group,
          label,
          version: 0,
          tags,
          ...(skins.length === tones.length && {
            skins: Object.fromEntries(
              tones.map((tone, at) => [tone, skins[at]?.unicode ?? unicode]),
            ) as Record<(typeof tones)[number], string>,
          }),
        },
  ),
  categories: messages.groups
    .filter(({ order }) => order !== components)
    .map(({ order, message }) => ({ index: order, label: message })),
  skinTones: Object.fromEntries(messages.skinTones.map(({ key, message }) => [key, message])) as Record<
    (typeof tones)[number],
    string
  >,
};

/** Every emoji, found by name, by mouse or by the arrow keys. */
export function EmojiPicker({ onChoose }: { onChoose(emoji: string): void }) {
  const [columns] = useState(() => (innerWidth < 768 ? 7 : 9));
  return (
    <Picker.Root
      className={styles.picker}
      columns={columns}
      resolveEmojiData={() => data}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <Picker.Search className={styles.search} aria-label="Find an emoji" placeholder="Find" autoFocus />
      <Picker.Viewport className={styles.viewport}>
        <Picker.Empty className={styles.empty}>Nothing found</Picker.Empty>
        <Picker.List className={styles.list} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

import { type Live, live } from '../../../lib/state/live.ts';
import type { ChatQuestion, Effort } from '../../keys/index.ts';

/** How this chat is to be answered, beside the words of its messages. Null: as the provider does by itself. */
export interface Wishes {
  /** What the model is told before the first message. */
  instructions: string;
  effort: Effort | null;
  temperature: number | null;
  maxTokens: number | null;
}

type WishFact =
  | { type: 'wish-changed'; change: Partial<Wishes> }
  | { type: 'wishes-cleared' }
  | { type: 'wishes-restored'; wishes: Wishes };

export const noWishes: Wishes = { instructions: '', effort: null, temperature: null, maxTokens: null };

/** The wishes of one chat; they live as long as it does. */
export interface ChatWishes extends Live<Wishes, WishFact> {
  /** Forgets them; the returned function brings them back, unless new ones were made since. */
  clear(): () => void;
}

export function openWishes(): ChatWishes {
  const store = live<Wishes, WishFact>(noWishes, after);
  return {
    ...store,
    clear() {
      const wishes = store.read();
      store.tell({ type: 'wishes-cleared' });
      return () => {
        if (!hasWishes(store.read())) store.tell({ type: 'wishes-restored', wishes });
      };
    },
  };
}

function after(wishes: Wishes, fact: WishFact): Wishes {
  switch (fact.type) {
    case 'wish-changed':
      return { ...wishes, ...fact.change };
    case 'wishes-cleared':
      return noWishes;
    case 'wishes-restored':
      return fact.wishes;
  }
}

export const hasWishes = ({ instructions, effort, temperature, maxTokens }: Wishes): boolean =>
  instructions.trim() !== '' || effort !== null || temperature !== null || maxTokens !== null;

/** The wishes as a question carries them. */
export function asQuestion(wishes: Wishes): Omit<ChatQuestion, 'messages' | 'choice'> {
  const { instructions, effort, temperature, maxTokens } = wishes;
  return {
    ...(instructions.trim() !== '' && { instructions: instructions.trim() }),
    ...(effort !== null && { effort }),
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { maxTokens }),
  };
}

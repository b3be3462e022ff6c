import type { Json } from '@polylogue/sync';
import { wishesIn } from './kept-wishes.ts';
import { noWishes, type Wishes } from './wishes.ts';

/** The settings of a chat as they are stored with its conversation. */
export const storedSettings = ({ instructions, effort, temperature, maxTokens }: Wishes) => ({
  instructions,
  effort,
  temperature,
  max_tokens: maxTokens,
});

export function settingsOf(stored: Json | undefined): Wishes {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return noWishes;
  const { max_tokens: maxTokens, ...rest } = stored as Record<string, Json>;
  return wishesIn({ ...rest, maxTokens }) ?? noWishes;
}

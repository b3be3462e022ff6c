import type { Space } from '@polylogue/contract';

type Ai = Pick<Space, 'ai_mode' | 'ai_name'>;

/** What the AI of a space is called there. */
export const aiNameOf = ({ ai_name }: Pick<Space, 'ai_name'>): string => ai_name ?? 'AI';

/** Whether a text begins by calling the AI, as @ai or by its name in this space. */
export function callsAi(text: string, { ai_name }: Pick<Ai, 'ai_name'>): boolean {
  const start = text.trimStart().toLowerCase();
  return ['ai', ...(ai_name ? [ai_name.toLowerCase()] : [])].some(
    // “@aileen” and “@ai.lee” are people.
    (name) => start.startsWith(`@${name}`) && !/^[._-]?[\p{L}\p{N}]/u.test(start.slice(name.length + 1)),
  );
}

/** Whether a post asks the AI; one that is off the record never does. */
export function asksAi(
  text: string,
  ai: Ai,
  { isAsking, isOffRecord }: { isAsking: boolean; isOffRecord: boolean },
): boolean {
  if (isOffRecord || ai.ai_mode === 'off') return false;
  return ai.ai_mode === 'always' || isAsking || callsAi(text, ai);
}

import type { Space } from '@polylogue/contract';
import { endsName } from '@polylogue/sync/spaces';

/** What the AI of a space is called there. */
export const aiNameOf = ({ ai_name }: Pick<Space, 'ai_name'>): string => ai_name ?? 'AI';

/** Whether a text begins by mentioning the AI, as @ai or by its name in this space. */
export function mentionsAi(text: string, { ai_name }: Pick<Space, 'ai_name'>): boolean {
  const start = text.slice(0, 1_000).trimStart().toLowerCase();
  return ['ai', ...(ai_name ? [ai_name.toLowerCase()] : [])].some(
    // “@aileen” and “@ai.lee” are people.
    (name) => /^[@＠]/.test(start) && start.startsWith(name, 1) && endsName(start.slice(name.length + 1)),
  );
}

interface Asking {
  /** Its author has switched to asking. */
  isSwitched: boolean;
  /** Its text mentions the AI. */
  isAiMentioned: boolean;
  isOffRecord: boolean;
}

/** Whether a post asks the AI; one that is off the record never does. */
export function asksAi(mode: Space['ai_mode'], { isSwitched, isAiMentioned, isOffRecord }: Asking): boolean {
  if (isOffRecord || mode === 'off') return false;
  return mode === 'always' || isSwitched || isAiMentioned;
}

import type { Space } from '@polylogue/contract';

/** What the AI of a space is called there. */
export const aiNameOf = ({ ai_name }: Pick<Space, 'ai_name'>): string => ai_name ?? 'AI';

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

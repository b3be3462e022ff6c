import type { NoticeKind } from '@polylogue/contract';
import { cutText } from '@polylogue/sync';
import type { OpenSpace } from '../core/command.ts';
import type { SpaceSettings } from './settings.ts';

/** How much of instructions a notice repeats, in UTF-16 code units. */
const mostRepeated = 200;

/** Leaves a line in the room for each setting that everyone there should learn of, with who changed it and to what. */
export async function tellChanges(open: OpenSpace, userId: string, change: SpaceSettings): Promise<void> {
  const told: [NoticeKind, string | null | undefined][] = [
    ['renamed', change.name],
    ['visibility', change.visibility],
    ['ai-mode', change.ai_mode],
    ['ai-named', change.ai_name],
    ['ai-instructed', beginningOf(change.ai_instructions)],
  ];
  for (const [kind, name] of told) {
    if (name !== undefined) await open.addNotice(kind, userId, { name });
  }
}

function beginningOf(text: string | null | undefined) {
  return text && text.length > mostRepeated ? `${cutText(text, mostRepeated)}…` : text;
}

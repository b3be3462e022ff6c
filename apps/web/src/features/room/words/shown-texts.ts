import type { PostRow } from '@polylogue/contract';
import { answerOf } from '@polylogue/sync/turns';
import { endedText, type ReplyText, replyText } from '../../messages/index.ts';
import type { TurnTexts } from '../engine/turn-texts.ts';

export interface ShownTexts {
  text: ReplyText;
  reasoning: ReplyText | null;
}

/**
 * The texts of a turn for the list: the same objects as long as it grows, new ones once it is truncated, or once it has
 * ended and part of it was reasoning.
 */
export function shownTexts(): (row: PostRow, turns: TurnTexts) => ShownTexts {
  const shown = new Map<string, { texts: ShownTexts; fullText: string }>();

  return (row, turns) => {
    const turn = turns[row.message_id];
    const fullText = turn?.text ?? row.body;
    const before = shown.get(row.message_id);
    if (before?.fullText === fullText && before.texts.text.isEnded === !turn) return before.texts;
    const isGrown = before && !before.texts.text.isEnded && fullText.startsWith(before.fullText);
    const grown = isGrown ? before.texts : { text: replyText(fullText), reasoning: null };
    if (isGrown) grown.text.append(fullText.slice(before.fullText.length));
    const texts = turn ? grown : ended(row, grown);
    shown.set(row.message_id, { texts, fullText });
    return texts;
  };
}

function ended(row: PostRow, grown: ShownTexts): ShownTexts {
  grown.text.end();
  const { text, reasoning } = answerOf(row);
  if (text === row.body) return grown;
  return { text: endedText(text), reasoning: reasoning === '' ? null : endedText(reasoning) };
}

import type { PostRow } from '@polylogue/contract';
import { endedText, type ReplyText, replyText } from '../../messages/index.ts';
import type { TurnTexts } from './turn-texts.ts';

/** The text of a turn for the list: the same object as long as it grows, a new one once it is truncated. */
export function shownTexts(): (row: PostRow, turns: TurnTexts) => ReplyText {
  const shown = new Map<string, { text: ReplyText; fullText: string }>();

  return ({ message_id, body }, turns) => {
    const turn = turns[message_id];
    const fullText = turn?.text ?? body;
    const before = shown.get(message_id);
    if (before?.fullText === fullText && before.text.isEnded === !turn) return before.text;
    const isGrown = before && !before.text.isEnded && fullText.startsWith(before.fullText);
    const text = isGrown ? before.text : turn ? replyText(fullText) : endedText(fullText);
    if (isGrown) text.append(fullText.slice(before.fullText.length));
    if (!turn && !text.isEnded) text.end();
    shown.set(message_id, { text, fullText });
    return text;
  };
}

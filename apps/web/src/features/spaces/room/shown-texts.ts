import type { PostRow } from '@polylogue/contract';
import { endedText, type ReplyText, replyText } from '../../messages/index.ts';
import type { TurnTexts } from './turn-texts.ts';

/** The text of a turn for the list: the same object as long as it grows, and another one once it was cut. */
export function shownTexts(): (row: PostRow, turns: TurnTexts) => ReplyText {
  const shown = new Map<string, { text: ReplyText; whole: string }>();

  return ({ message_id, body }, turns) => {
    const turn = turns[message_id];
    const whole = turn?.text ?? body;
    const before = shown.get(message_id);
    if (before?.whole === whole && before.text.isEnded === !turn) return before.text;
    const isGrown = before && !before.text.isEnded && whole.startsWith(before.whole);
    const text = isGrown ? before.text : turn ? replyText(whole) : endedText(whole);
    if (isGrown) text.append(whole.slice(before.whole.length));
    if (!turn && !text.isEnded) text.end();
    shown.set(message_id, { text, whole });
    return text;
  };
}

import type { ListedMessage } from './message.ts';

/** Pixels between two messages: a constant, since the space for absent messages includes their gaps. */
export const gap = 8;
/** Pixels above a message that does not continue the one before it, as in message-frame.module.css. */
const lead = 16;

/** Pixels, at the usual size of text. */
const line = 26.4;
const letter = 7.6;
/** The maximum width of a bubble, what surrounds it in the window, and what is not for text in it. */
const widest = 625;
const margins = 32;
const share = 0.85;
const beside = 32;
/** What surrounds a text: the time and the buttons, the author, the files. */
const actions = 36;
const paper = 16;
const replyPaper = 24;
const author = 30;
const thoughts = 36;
const file = 40;
const note = 60;
/** Only the beginning of a longer text is looked at. */
const sample = 20_000;

/** Roughly how many letters fit in a line of text; `width` is the window's. */
export const lettersInLine = (width: number): number =>
  Math.max(8, Math.floor((Math.min(widest, (width - margins) * share) - beside) / letter));

/** Roughly how high a message is on the page, estimated without layout; `width` is the window's. */
export function estimatedHeight(message: ListedMessage, width: number): number {
  if (message.isDeleted) return lead + actions;
  const letters = lettersInLine(width);
  if (message.role === 'user' && message.isContinued) return paper + textOf(message, letters);
  const around = lead + actions + (message.error ? note : 0);
  if (message.role === 'user') {
    const files = message.attachments.length * file;
    return around + (message.by ? author : 0) + paper + files + textOf(message, letters);
  }
  const { text } = message;
  const reasoning = message.reasoning ? thoughts : 0;
  // Only a long text is cut.
  const begun = text.length <= sample ? text.value : text.readFrom(0, sample);
  return around + author + replyPaper + reasoning + linesOf(begun, text.length, letters) * line;
}

const textOf = ({ content }: { content: string }, letters: number) =>
  linesOf(content, content.length, letters) * line;

function linesOf(begun: string, length: number, letters: number): number {
  let lines = 0;
  let start = 0;
  const end = Math.min(begun.length, sample);
  while (start <= end) {
    const found = begun.indexOf('\n', start);
    const stop = found === -1 || found > end ? end : found;
    // An empty line is the gap between two paragraphs.
    lines += stop === start ? 0.45 : Math.ceil((stop - start) / letters);
    start = stop + 1;
  }
  return end === 0 ? 1 : lines * (length / end);
}

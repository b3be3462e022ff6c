import type { QuestionMessage, QuestionPart } from '../keys/index.ts';
import { contentOf, type FilePart } from '../messages/index.ts';
import type { Message } from './message.ts';
import { firstSent, type ThreadState } from './thread-state.ts';

type MessagesToSend = Pick<ThreadState, 'messages' | 'sentFrom'>;

/** The turn that asks for the rest of a cut-off reply. It is never shown. */
const continueText = 'Continue exactly where you stopped.';

/**
 * The next request: what the user sees, from the message `sentFrom` on. A partial reply counts as a reply; one
 * without text does not, nor does anything deleted. Consecutive messages of one side (a question without a reply,
 * then the next) are one turn. The first turn is the model's if the question before it was deleted.
 */
export function request({ messages, sentFrom }: MessagesToSend): QuestionMessage[] {
  const turns: QuestionMessage[] = [];
  for (const message of messages.slice(firstSent({ messages, sentFrom }))) {
    const parts = partsOf(message);
    if (parts.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === message.role) last.parts = joined([...last.parts, ...parts]);
    else turns.push({ role: message.role, parts: parts.length > 1 ? joined(parts) : parts });
  }
  return turns;
}

export function continuing(conversation: MessagesToSend): QuestionMessage[] {
  return [...request(conversation), { role: 'user', parts: [{ type: 'text', text: continueText }] }];
}

/** The same with files at the beginning, where they stay the same from question to question. */
export function withFilesFirst(messages: QuestionMessage[], files: readonly FilePart[]): QuestionMessage[] {
  const first = messages.findIndex(({ role }) => role === 'user');
  if (files.length === 0 || first < 0) return messages;
  return messages.map((message, at) =>
    at === first ? { ...message, parts: joined([...files, ...message.parts]) } : message,
  );
}

/**
 * Whether what is sent of the messages before `index` ends with a question. A reply whose question was deleted can be
 * neither continued nor regenerated: no provider answers itself.
 */
export function endsWithQuestion({ messages, sentFrom }: MessagesToSend, index = messages.length): boolean {
  const first = firstSent({ messages, sentFrom });
  const sent = messages.slice(index < first ? 0 : first, index);
  return sent.findLast((message) => partsOf(message).length > 0)?.role === 'user';
}

function partsOf(message: Message): QuestionPart[] {
  if (message.isDeleted) return [];
  const text = contentOf(message);
  // Not trimmed for this, which would copy thousands of long texts.
  const words: QuestionPart[] = /\S/.test(text) ? [{ type: 'text', text }] : [];
  if (message.role === 'assistant' || message.attachments.length === 0) return words;
  return [...message.attachments.map(({ part }) => part), ...words];
}

/** Joins neighbouring texts into one, with a blank line between them. */
function joined(parts: QuestionPart[]): QuestionPart[] {
  const result: QuestionPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      result[result.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` };
    } else result.push(part);
  }
  return result;
}

import { endedText } from '../blocks/reply-text.ts';
import type { ListedReply, ListedUserMessage } from '../view/message.ts';

/** A question, for tests. */
export const question = (id: string, content: string): ListedUserMessage => ({
  id,
  role: 'user',
  at: 0,
  content,
  attachments: [],
  error: null,
});

/** A complete reply, for tests. */
export const reply = (id: string, content: string, reasoning?: string): ListedReply => ({
  id,
  role: 'assistant',
  at: 0,
  text: endedText(content),
  rest: [],
  isTooLong: false,
  reasoning: reasoning ? endedText(reasoning) : null,
  thinkingSince: null,
  thoughtFor: null,
  isGrowing: false,
  error: null,
});

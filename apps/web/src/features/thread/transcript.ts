import { contentOf } from '../messages/index.ts';
import type { Message } from './message.ts';

/** A conversation as one markdown text. `nameOf` returns the name of a reply's author. */
export function transcript(messages: readonly Message[], nameOf: (message: Message) => string): string {
  const kept = messages.filter(({ isDeleted }) => !isDeleted);
  const spoken = kept.map((message) => {
    const content = contentOf(message).trim();
    const files = message.role === 'user' ? message.attachments.map(({ name }) => `*File: ${name}*`) : [];
    return [
      `**${nameOf(message)}** · ${message.fullTimestamp}`,
      ...files,
      ...(content ? [content] : []),
    ].join('\n\n');
  });
  return `${spoken.join('\n\n---\n\n')}\n`;
}

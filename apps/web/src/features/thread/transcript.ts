import { contentOf } from '../messages/index.ts';
import type { Message } from './message.ts';

/** A conversation as one markdown text, under its title if it is given. `nameOf` returns the name of a reply's author. */
export function transcript(
  messages: readonly Message[],
  nameOf: (message: Message) => string,
  title: string | null = null,
): string {
  const shown = messages.filter(({ isDeleted }) => !isDeleted);
  const sections = shown.map((message) => {
    const content = contentOf(message).trim();
    const files = message.role === 'user' ? message.attachments.map(({ name }) => `*File: ${name}*`) : [];
    return [
      `**${nameOf(message)}** · ${message.fullTimestamp}`,
      ...files,
      ...(content ? [content] : []),
    ].join('\n\n');
  });
  const heading = title ? `# ${title.replaceAll(/\s+/g, ' ').trim()}\n\n` : '';
  return `${heading}${sections.join('\n\n---\n\n')}\n`;
}

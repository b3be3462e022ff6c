import type { Message } from './message.ts';
import { everyMessage, type Versioned } from './versions.ts';

/** The messages before a message, even one of a hidden version. */
export function messagesBefore(all: Versioned, message: Message): readonly Message[] {
  const { messages, forks } = all;
  const at = messages.indexOf(message);
  if (at >= 0) return messages.slice(0, at);
  for (const [key, fork] of Object.entries(forks)) {
    const tail = fork.find((tail) => tail?.includes(message));
    if (!tail) continue;
    const last = everyMessage(all).find(({ id }) => id === key);
    return [...(last ? [...messagesBefore(all, last), last] : []), ...tail.slice(0, tail.indexOf(message))];
  }
  return [];
}

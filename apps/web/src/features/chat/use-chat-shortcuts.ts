import { copyText } from '../../lib/files/clipboard.ts';
import { toast, useShortcuts } from '../../ui/index.ts';
import { contentOf } from '../messages/index.ts';
import type { Thread } from '../thread/index.ts';
import { errorToast } from './words.ts';

interface ChatActions {
  thread: Thread;
  focusBox(): void;
  startNew(): void;
  configure(): void;
}

/** The keyboard shortcuts of the chat. */
export function useChatShortcuts({ thread, focusBox, startNew, configure }: ChatActions): void {
  const lastReply = () =>
    thread.read().messages.findLast(({ role, isDeleted }) => role === 'assistant' && !isDeleted);

  useShortcuts([
    { id: 'box', keys: '/', label: 'Write a message', act: done(focusBox) },
    {
      id: 'stop',
      keys: 'Escape',
      label: 'Stop',
      when: 'while an answer is arriving',
      act() {
        if (thread.read().pending.type === 'idle') return false;
        thread.stop();
        focusBox();
        return true;
      },
    },
    {
      id: 'copy',
      keys: 'c',
      label: 'Copy the last reply',
      act() {
        const reply = lastReply();
        if (!reply) return false;
        copyText(contentOf(reply)).then((isCopied) =>
          toast(isCopied ? { title: 'Reply copied' } : errorToast('The reply could not be copied')),
        );
        return true;
      },
    },
    // Handled by the list, which leaves the second press to the browser.
    { id: 'find', keys: 'Mod+f', label: 'Find in the conversation' },
    { id: 'new-conversation', keys: 'n', label: 'New conversation', act: done(startNew) },
    { id: 'configuration', keys: ',', label: 'API Configuration', act: done(configure) },
  ]);
}

const done = (act: () => void) => () => {
  act();
  return true;
};

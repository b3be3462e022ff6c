import { copyText } from '../../lib/files/clipboard.ts';
import { toast, useShortcuts } from '../../ui/index.ts';
import { contentOf } from '../messages/index.ts';
import type { Thread } from '../thread/index.ts';
import { wrong } from './words.ts';

interface ChatActs {
  thread: Thread;
  focusBox(): void;
  startNew(): void;
  configure(): void;
}

/** What keys do in the chat. The text box handles Enter itself. */
export function useChatShortcuts({ thread, focusBox, startNew, configure }: ChatActs): void {
  const lastReply = () =>
    thread.read().messages.findLast(({ role, isDeleted }) => role === 'assistant' && !isDeleted);

  useShortcuts([
    { id: 'send', keys: 'Enter', words: 'Send', when: 'in the message box' },
    { id: 'new-line', keys: 'Shift+Enter', words: 'New line', when: 'in the message box' },
    {
      id: 'edit',
      keys: 'ArrowUp',
      words: 'Edit the last message',
      when: 'in an empty message box',
      act: () => isInEmptyBox() && editLast(thread),
    },
    { id: 'box', keys: '/', words: 'Write a message', act: done(focusBox) },
    {
      id: 'stop',
      keys: 'Escape',
      words: 'Stop',
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
      words: 'Copy the last reply',
      act() {
        const reply = lastReply();
        if (!reply) return false;
        copyText(contentOf(reply)).then((isCopied) =>
          toast(isCopied ? { title: 'Reply copied' } : wrong('The reply could not be copied')),
        );
        return true;
      },
    },
    // Handled by the list itself, which leaves the second press to the browser.
    { id: 'find', keys: 'Mod+f', words: 'Find in the conversation' },
    { id: 'new-chat', keys: 'n', words: 'New chat', act: done(startNew) },
    { id: 'configuration', keys: ',', words: 'API Configuration', act: done(configure) },
  ]);
}

function isInEmptyBox(): boolean {
  const { activeElement: box } = document;
  return box instanceof HTMLTextAreaElement && box.ariaLabel === 'Message' && box.value === '';
}

function editLast(thread: Thread): boolean {
  const { messages, pending } = thread.read();
  const message = messages.findLast(({ role, isDeleted }) => role === 'user' && !isDeleted);
  if (message?.role !== 'user' || pending.type !== 'idle') return false;
  thread.edits.dispatch({ type: 'edit-begun', message });
  return true;
}

const done = (act: () => void) => () => {
  act();
  return true;
};

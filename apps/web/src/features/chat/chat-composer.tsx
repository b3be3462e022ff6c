import { type RefObject, useEffect } from 'react';
import { useLive } from '../../lib/state/use-live.ts';
import { Composer, type ComposerHandle } from '../composer/index.ts';
import type { Queued } from './queue.ts';
import { QueuedMessages } from './queued-messages.tsx';
import { ComposerTools } from './steering/composer-tools.tsx';
import { useActiveChat } from './use-active-chat.ts';

interface ChatComposerProps {
  onConfigure(): void;
  ref: RefObject<ComposerHandle | null>;
}

/** The composer of this chat. Changes to its files render nothing else on the page. */
export function ChatComposer({ onConfigure, ref }: ChatComposerProps) {
  const { chat, draft, settings, meter, modelChooser, dropOldest } = useActiveChat();
  const { thread, files, attach, queue, send } = chat;
  const { waiting, highlighted } = useLive(files, (state) => state);

  useEffect(() => chat.maskedSends.listen(() => ref.current?.clear()), [chat, ref]);
  useEffect(() => draft.taken.listen(() => ref.current?.clear()), [draft, ref]);

  function edit(message: Queued) {
    chat.unqueue(message);
    ref.current?.prepend(message.text);
  }

  return (
    <>
      <QueuedMessages
        queue={queue}
        thread={thread}
        onEdit={edit}
        onRemove={(message) => {
          chat.removeQueued(message);
          ref.current?.focus();
        }}
        onSendNow={() => {
          chat.sendNow();
          ref.current?.focusSoon();
        }}
      />
      <Composer
        ref={ref}
        thread={thread}
        draft={draft}
        files={waiting}
        highlighted={highlighted}
        onSend={send}
        attach={attach}
        tools={
          <ComposerTools
            chat={chat}
            draft={draft}
            settings={settings}
            meter={meter}
            modelChooser={modelChooser}
            onConfigure={onConfigure}
            onDropOldest={dropOldest}
          />
        }
      />
    </>
  );
}

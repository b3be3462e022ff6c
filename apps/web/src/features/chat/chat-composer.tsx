import type { Ref } from 'react';
import { useLive } from '../../lib/use-live.ts';
import { Composer, type ComposerHandle } from '../thread/index.ts';
import { chat, draft } from './the-chat.ts';

const { thread, files, attach, send } = chat;

/** The composer of this chat. What happens to its files renders nothing else of the page. */
export function ChatComposer({ ref }: { ref: Ref<ComposerHandle> }) {
  const { waiting, highlighted } = useLive(files, (state) => state);
  return (
    <Composer
      ref={ref}
      thread={thread}
      draft={draft}
      files={waiting}
      highlighted={highlighted}
      onSend={send}
      attach={attach}
    />
  );
}

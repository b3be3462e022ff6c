import { type MouseEvent, type RefObject, useState } from 'react';
import { useLive } from '../../lib/state/use-live.ts';
import { classes, IconButton, QueueIcon, SendIcon, StopIcon } from '../../ui/index.ts';
import { AttachedFiles } from '../composer/files/index.ts';
import { Composer, type TextBox } from '../composer/index.ts';
import type { BoxSuggestions } from '../prompts/index.ts';
import type { Thread } from '../thread/index.ts';
import styles from './chat-composer.module.css';
import { UploadButtons } from './files/upload-buttons.tsx';
import type { Queued } from './queue.ts';
import { QueuedMessages } from './queued-messages.tsx';
import { ComposerTools, Prompts } from './steering/composer-tools.tsx';
import { useConversation } from './use-conversation.ts';
import { ask } from './use-first-message.ts';

interface ChatComposerProps {
  onConfigure(): void;
  box: RefObject<TextBox | null>;
}

/** The composer of this chat. Changes to its files render nothing else on the page. */
export function ChatComposer({ onConfigure, box }: ChatComposerProps) {
  const active = useConversation();
  const { thread, attach, draft } = active;
  const [send] = useState(() => (text: string) => ask(active, text));
  const waiting = useLive(attach, (files) => files);
  const highlighted = useLive(attach.highlighted, (kind) => kind);
  const pending = useLive(thread, (conversation) => conversation.pending.type);

  const [suggestions, setSuggestions] = useState<BoxSuggestions | null>(null);

  function edit(message: Queued) {
    active.unqueue(message);
    box.current?.prepend(message.text);
  }

  return (
    <>
      <QueuedMessages
        chat={active}
        onEdit={edit}
        onRemove={(message) => {
          active.removeQueued(message);
          box.current?.focus();
        }}
        onSendNow={() => {
          active.sendNow();
          box.current?.takeFocus();
        }}
      />
      <Composer
        ref={box}
        label="Write a message"
        box={{ ...suggestions?.box, placeholder: 'Write a message' }}
        onKey={suggestions?.pressed}
        isDisabled={pending === 'loading'}
        draft={draft}
        onSend={send}
        editLast={() => editLast(thread)}
        attach={attach}
        above={
          <>
            <Prompts box={box} given={suggestions} onChange={setSuggestions} />
            <AttachedFiles files={waiting} attach={attach} onRemove={active.removeFile} box={box} />
          </>
        }
        tools={
          <>
            <UploadButtons attach={attach} highlighted={highlighted} isBusy={pending !== 'idle'} />
            <ComposerTools
              chat={active}
              draft={draft}
              settings={active.settings}
              meter={active.meter}
              modelChooser={active.modelChooser}
              onConfigure={onConfigure}
            />
          </>
        }
        end={
          <>
            {pending === 'streaming' && (
              <IconButton
                label="Queue message"
                className={classes(styles.queue, waiting.length > 0 && styles.hasFiles)}
                onMouseDown={keepFocus}
                onClick={() => box.current?.send()}
              >
                <QueueIcon />
              </IconButton>
            )}
            {/* Not a submit button: if it changed back while pressed as Stop, the release would submit, too. */}
            <IconButton
              label={pending === 'idle' ? 'Send message' : 'Stop'}
              tone="accent"
              onMouseDown={keepFocus}
              // The second click of a double-click is not meant for what the first has turned the button into.
              onClick={({ detail }) =>
                detail < 2 && (pending === 'idle' ? box.current?.send() : thread.stop())
              }
            >
              {pending === 'idle' ? <SendIcon /> : <StopIcon />}
            </IconButton>
          </>
        }
      />
    </>
  );
}

function editLast(thread: Thread): boolean {
  const { messages, pending } = thread.read();
  const message = messages.findLast(({ role, isDeleted }) => role === 'user' && !isDeleted);
  if (message?.role !== 'user' || pending.type !== 'idle') return false;
  thread.edits.dispatch({ type: 'edit-begun', message });
  return true;
}

/** Clicking a button must not take the focus out of the box. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

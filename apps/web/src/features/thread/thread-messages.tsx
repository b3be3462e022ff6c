import { type ReactNode, useMemo } from 'react';
import type { Live } from '../../lib/state/live.ts';
import { useLive } from '../../lib/state/use-live.ts';
import type { Choice, ProviderName } from '../keys/index.ts';
import {
  Announcer,
  type Attachment,
  type Finding,
  type MessageIntents,
  MessageList,
  MessageView,
  type ShownError,
  type Target,
} from '../messages/index.ts';
import type { Message, ModelRef, Reply } from './message.ts';
import { missingModel, shownError } from './message-error.ts';
import { ReplyAuthor } from './reply-author.tsx';
import { endsWithQuestion } from './request.ts';
import type { Thread } from './thread.ts';
import { UseCurrentModel } from './use-current-model.tsx';
import { useRegenerateItems } from './use-regenerate-items.tsx';

/** What the user can do with a message of a thread. */
export interface ThreadIntents {
  onRetry(): void;
  onContinue(): void;
  /** Returns whether it was sent. */
  onEdit(id: string, text: string, attachments: readonly Attachment[]): boolean;
  onRegenerate(id: string, choice: Choice | null): void;
  /** Save the whole text of a reply that is too long to show. */
  onDownload(reply: Reply): void;
  /** Sends fewer of the earlier messages, and asks again. */
  onDropOldest(): void;
  onChooseModel(): void;
  /** Of the connection that was asked; null: it is not known. */
  onChangeKey(asked: ModelRef | null): void;
  /** Switches to this model, another one of the connection that was asked, and asks again. */
  onUseModel(other: ModelRef): void;
  /** Shown at the end of the row below a reply. */
  more(reply: Reply): ReactNode;
}

interface ThreadMessagesProps {
  thread: Thread;
  /** The provider of messages that do not know theirs. */
  provider: ProviderName | null;
  /** Must be the same object every time, or every message is rendered again. */
  intents: ThreadIntents;
  finding: Finding;
  ownSends: Pick<Live<unknown>, 'listen'>;
  /** The message that the reader wants to see. */
  target?: Target;
  /** It is on the screen. */
  onArrived?(): void;
  /** Shown while there are no messages. */
  children?: ReactNode;
}

/** The messages of one conversation with an AI. */
export function ThreadMessages({
  thread,
  provider,
  intents,
  finding,
  ownSends,
  target = null,
  onArrived,
  children,
}: ThreadMessagesProps) {
  const replyItems = useRegenerateItems(intents.onRegenerate);
  const toList = useMemo((): MessageIntents => intentsOf(thread, intents), [thread, intents]);
  const extras = useMemo(
    () => ({
      replyItems,
      hasQuestion: endsWithQuestion,
      more: intents.more,
      error: (message: Message) => errorOf(message, intents),
      author(reply: Reply) {
        const by = reply.asked?.provider ?? provider;
        const { model = null, endpoint = '' } = reply.asked ?? {};
        return by && <ReplyAuthor provider={by} model={model} endpoint={endpoint} />;
      },
    }),
    [replyItems, intents, provider],
  );
  const hasMore = useLive(thread, (conversation) => conversation.hasMore);
  return (
    <MessageList
      source={thread}
      notFound={hasMore ? 'None in the newest' : undefined}
      edits={thread.edits}
      draw={(row) => (
        <MessageView {...row} source={thread} edits={thread.edits} intents={toList} extras={extras} />
      )}
      announcer={<Announcer source={thread} error={extras.error} />}
      finding={finding}
      ownSends={ownSends}
      target={target}
      {...(onArrived && { onArrived })}
    >
      {children}
    </MessageList>
  );
}

function errorOf(message: Message, intents: ThreadIntents): ShownError | null {
  const shown = shownError(message, intents);
  const asked = shown && missingModel(message);
  if (!asked) return shown;
  const use = (model: string) => intents.onUseModel({ ...asked, model });
  return { ...shown, bestRemedy: <UseCurrentModel asked={asked} onUse={use} /> };
}

const intentsOf = (thread: Thread, intents: ThreadIntents): MessageIntents => ({
  onRetry: intents.onRetry,
  onContinue: intents.onContinue,
  onEdit: intents.onEdit,
  onRegenerate: (id) => intents.onRegenerate(id, null),
  onDownload: intents.onDownload,
  onMark: thread.mark,
  onShowVersion: thread.show,
  onSendAll: thread.sendAll,
});

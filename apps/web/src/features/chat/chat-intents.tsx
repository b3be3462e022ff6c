import type { RefObject } from 'react';
import { download } from '../../lib/files/download.ts';
import type { TextBox } from '../composer/index.ts';
import { choiceOf, switchTo } from '../keys/index.ts';
import { contentOf, retryable } from '../messages/index.ts';
import type { ModelRef, ThreadIntents } from '../thread/index.ts';
import type { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import { storedTitle } from './load-stored-parts.ts';
import { Cost } from './steering/composer-tools.tsx';

/** The pressed button disappears with its row, so the composer gets the focus, as after every question. */
export const chatIntents = (
  active: Conversation,
  box: RefObject<TextBox | null>,
  onChooseModel: () => void,
  onChangeKey: (asked: ModelRef | null) => void,
): ThreadIntents => {
  const { thread, dropOldest } = active;
  const then = () => box.current?.takeFocus();
  return {
    onRetry() {
      active.retry();
      then();
    },
    onContinue() {
      active.continueReply();
      then();
    },
    onEdit(id, text, attachments) {
      const isSent = active.edit(id, text, attachments);
      if (isSent) then();
      return isSent;
    },
    onRegenerate(id, choice) {
      active.regenerate(id, choice);
      then();
    },
    onDownload: (reply) =>
      download(fileName(new Date(reply.at), storedTitle(active.id)), contentOf(reply), 'text/markdown'),
    more: (reply) => <Cost reply={reply} thread={thread} />,
    async onDropOldest() {
      const lastOf = () => retryable(thread.read().messages);
      const refused = lastOf();
      // A question sent meanwhile must not be sent again.
      if (!(await dropOldest()) || lastOf() !== refused) return;
      active.retry();
      then();
    },
    onChooseModel,
    onChangeKey,
    onUseModel(other) {
      if (!switchTo(choiceOf(other))) return onChangeKey(other);
      active.retry();
      then();
    },
  };
};

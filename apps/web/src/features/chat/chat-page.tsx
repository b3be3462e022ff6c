import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { download } from '../../lib/files/download.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { fullTime, shortTime } from '../../lib/text/time.ts';
import { Header, IconButton, PlusIcon, SettingsIcon, Spoken, toast, Wordmark } from '../../ui/index.ts';
import { ApiConfiguration, prepareConfiguration, useSetting, warmUp } from '../keys/index.ts';
import { contentOf, prepareMarkdown, retryable } from '../messages/index.ts';
import { type ComposerHandle, type ThreadIntents, ThreadMessages } from '../thread/index.ts';
import { ChatComposer } from './chat-composer.tsx';
import styles from './chat-page.module.css';
import { ConversationMenu } from './conversation-menu.tsx';
import { fileName } from './file-name.ts';
import { useFileDrop } from './files/use-file-drop.ts';
import { ProviderBadge } from './provider-badge.tsx';
import { Cost, LongChat } from './steering/composer-tools.tsx';
import { chat, choosing, dropOldest, finding, meter } from './the-chat.ts';
import { useChatShortcuts } from './use-chat-shortcuts.ts';
import { Welcome } from './welcome.tsx';
import { wrong } from './words.ts';

const { thread, attach } = chat;

/** What was pressed goes with its row; the composer takes the focus over, as after every question. */
const intentsOf = (composer: RefObject<ComposerHandle | null>, onChooseModel: () => void): ThreadIntents => {
  const then = () => composer.current?.focusSoon();
  return {
    onRetry() {
      chat.retry();
      then();
    },
    onContinue() {
      chat.continueReply();
      then();
    },
    onEdit(id, text, attachments) {
      const isSent = chat.edit(id, text, attachments);
      if (isSent) then();
      return isSent;
    },
    onRegenerate(id, choice) {
      chat.regenerate(id, choice);
      then();
    },
    onDownload: (reply) => download(fileName(new Date(reply.at)), contentOf(reply), 'text/markdown'),
    more: (reply) => <Cost reply={reply} thread={thread} />,
    async onDropOldest() {
      const lastOf = () => retryable(thread.read().messages);
      const asked = lastOf();
      // What was asked meanwhile is not asked again.
      if (!(await dropOldest()) || lastOf() !== asked) return;
      chat.retry();
      then();
    },
    onChooseModel,
  };
};

/** Done once the page stands, each in a moment of its own, so that the first reply does not wait for it. */
const preparations = [
  () => void prepareMarkdown().catch(() => {}),
  warmUp,
  () => void shortTime(new Date(0)),
  () => void fullTime(new Date(0)),
];

function prepare() {
  const callOff = preparations.map((preparation) => whenIdle(preparation));
  return () => {
    for (const off of callOff) off();
  };
}

export function ChatPage() {
  const isHydrated = useHydrated();
  const setting = useSetting();
  const isEmpty = useLive(thread, ({ messages }) => messages.length === 0);
  const canUndo = useLive(chat.undoables, (all) => all.length > 0);
  const [isConfiguring, setConfiguring] = useState(false);
  const composer = useRef<ComposerHandle>(null);
  const intents = useMemo(() => intentsOf(composer, () => choosing.open() || setConfiguring(true)), []);
  const provider = setting?.type ?? null;
  const configure = () => setConfiguring(true);
  const chooseModel = () => choosing.open() || configure();

  const isFileOver = useFileDrop(({ files, text, refusal }) => {
    if (refusal) toast(wrong(refusal));
    if (files.length > 0) void attach.add(files);
    if (text) composer.current?.insert(text);
  });

  useEffect(prepare, []);

  function startNew() {
    chat.startNew();
    composer.current?.focus();
  }

  useChatShortcuts({
    thread,
    focusBox: () => composer.current?.focus(),
    startNew: () => isEmpty || startNew(),
    configure,
  });

  return (
    <div className={styles.page} data-drop={isFileOver || undefined}>
      <Header>
        <Link href="/dashboard" className={styles.home}>
          <Wordmark short />
        </Link>
        <div className={styles.provider}>
          {isHydrated && <ProviderBadge provider={provider} onChoose={configure} />}
        </div>
        {!isEmpty && (
          <IconButton label="New chat" className={styles.wide} onClick={startNew}>
            <PlusIcon />
          </IconButton>
        )}
        {(!isEmpty || canUndo) && <ConversationMenu chat={chat} onNew={startNew} onFind={finding.open} />}
        <IconButton
          label="Settings"
          onClick={configure}
          onPointerEnter={prepareConfiguration}
          onFocus={prepareConfiguration}
        >
          <SettingsIcon />
        </IconButton>
      </Header>
      <main className={styles.main}>
        <h1>
          <Spoken>Chat</Spoken>
        </h1>
        <ThreadMessages
          thread={thread}
          provider={provider}
          intents={intents}
          finding={finding}
          ownSends={chat.ownSends}
        >
          {isHydrated && <Welcome setting={setting} onConfigure={configure} />}
        </ThreadMessages>
        <div className={styles.foot}>
          <LongChat
            meter={meter}
            model={setting?.config.model ?? ''}
            onDropOldest={dropOldest}
            onChooseModel={chooseModel}
          />
          <ChatComposer ref={composer} onConfigure={configure} />
        </div>
      </main>
      {isFileOver && (
        <p className={styles.drop} aria-hidden="true">
          Drop files to add them to your message
        </p>
      )}
      <ApiConfiguration
        open={isConfiguring}
        onOpenChange={setConfiguring}
        onSaved={() => composer.current?.focus()}
      />
    </div>
  );
}

import { useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { onSamePageNavigation } from '../../lib/page/same-page-navigation.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { fullTime, shortTime } from '../../lib/text/time.ts';
import { DropHint, ToastPlace, toast, VisuallyHidden } from '../../ui/index.ts';
import { useFileDrop } from '../composer/files/index.ts';
import type { TextBox } from '../composer/index.ts';
import { ApiConfiguration, useModelName, useSetting, warmUp } from '../keys/index.ts';
import { prepareMarkdown } from '../messages/index.ts';
import { type ModelRef, ThreadMessages } from '../thread/index.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { chatIntents } from './chat-intents.tsx';
import styles from './chat-page.module.css';
import { chatOf, chatsChanged, isFocusWanted, startNew } from './chats.ts';
import { preparingCode } from './files/attaching.ts';
import { storedParts } from './load-stored-parts.ts';
import { LongChat } from './steering/composer-tools.tsx';
import { UnavailableConversation } from './unavailable-conversation.tsx';
import { useChatShortcuts } from './use-chat-shortcuts.ts';
import { ChatContext, useConversation } from './use-conversation.ts';
import { useFirstMessage } from './use-first-message.ts';
import { Welcome } from './welcome.tsx';
import { errorToast } from './words.ts';

/** Prepared once the page is ready, one at a time, so that the first reply does not wait for them. */
const preparations = [
  () => void storedParts.fetch().catch(() => {}),
  () => void prepareMarkdown().catch(() => {}),
  warmUp,
  () => void preparingCode.fetch().catch(() => {}),
  () => void shortTime(new Date(0)),
  () => void fullTime(new Date(0)),
];

function prepare() {
  const callOff = preparations.map((preparation) => whenIdle(preparation));
  return () => {
    for (const off of callOff) off();
  };
}

/** The conversation of the address, or a new one. */
export function ChatPage() {
  const { id } = useParams<{ id?: string }>();
  useLive(chatsChanged, (count) => count);
  const active = chatOf(id ?? null);
  return (
    <ChatContext value={active}>
      <ChatView key={active.id} />
    </ChatContext>
  );
}

function ChatView() {
  const active = useConversation();
  const { thread, attach, meter, finding, modelChooser, dropOldest } = active;
  const isHydrated = useHydrated();
  const setting = useSetting();
  const nameOf = useModelName();
  const opening = useLive(active.opening, (now) => now);
  const isEmpty = useLive(thread, ({ messages }) => messages.length === 0);
  const isTemporary = useLive(active.temporary, (now) => now);
  const Stored = useLazy(storedParts, (opening === 'here' || opening === 'missing') && !isTemporary);
  const target = useLive(active.goingTo, (now) => now);
  /** Null and true: the connection in use. */
  const [configuring, setConfiguring] = useState<ModelRef | boolean | null>(false);
  const box = useRef<TextBox>(null);
  const intents = useMemo(
    () => chatIntents(active, box, () => modelChooser.open() || setConfiguring(true), setConfiguring),
    [active, modelChooser],
  );
  const provider = setting?.type ?? null;
  const configure = () => setConfiguring(true);
  const chooseModel = () => modelChooser.open() || configure();

  const isFileOver = useFileDrop(attach, box, (refusal) => toast(errorToast(refusal)));

  useEffect(prepare, []);

  // The landing page links here with this hash: without a connected model there is nothing else to do.
  useEffect(() => {
    if (!isHydrated || location.hash !== '#connect') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    if (!setting) setConfiguring(true);
  }, [isHydrated, setting]);

  // The button that led here has disappeared.
  useEffect(() => {
    if (isFocusWanted(active)) box.current?.takeFocus();
  }, [active]);

  useFirstMessage(active, box);

  // “New conversation” in one that has no address yet, or a link to the open one.
  useEffect(
    () =>
      onSamePageNavigation(() => {
        if (active.temporary.read() && !isEmpty) startNew(active);
        else box.current?.takeFocus();
      }),
    [active, isEmpty],
  );

  useChatShortcuts({
    thread,
    focusBox: () => box.current?.focus(),
    startNew: () => opening === 'new' || startNew(active),
    configure,
  });

  return (
    <div className={styles.page} data-drop={isFileOver || undefined}>
      <ChatHeader active={active} setting={setting} onConfigure={configure} />
      <main className={styles.main}>
        <h1>
          <VisuallyHidden>Chat</VisuallyHidden>
        </h1>
        <ThreadMessages
          thread={thread}
          provider={provider}
          intents={intents}
          finding={finding}
          ownSends={active.ownSends}
          target={target}
          onArrived={() => active.goingTo.dispatch(null)}
        >
          {isHydrated && opening === 'new' && (
            <Welcome
              setting={setting}
              temporary={active.temporary}
              onConfigure={configure}
              onSuggestion={(text) => box.current?.suggest(text)}
            />
          )}
          {Stored && <Stored.MissingConversation opening={opening} />}
          {opening === 'offline' && <UnavailableConversation />}
        </ThreadMessages>
        <div className={styles.foot}>
          {Stored && <Stored.ConversationNotes active={active} />}
          <LongChat
            meter={meter}
            model={setting ? nameOf(setting.type, setting.config.model) : ''}
            onDropOldest={dropOldest}
            onChooseModel={chooseModel}
            onConfigure={configure}
          />
          <ToastPlace className={styles.toasts} />
          <ChatComposer box={box} onConfigure={configure} />
        </div>
      </main>
      {isFileOver && <DropHint>Drop files to add them to your message</DropHint>}
      <ApiConfiguration
        open={configuring !== false}
        at={configuring}
        onOpenChange={setConfiguring}
        onSaved={() => box.current?.focus()}
      />
    </div>
  );
}

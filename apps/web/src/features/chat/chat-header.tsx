import { Link } from 'wouter';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { Header, IconButton, SettingsIcon, Wordmark } from '../../ui/index.ts';
import { prepareConfiguration, type useSetting } from '../keys/index.ts';
import { useBeginningParts } from './beginning/use-beginning-parts.ts';
import styles from './chat-page.module.css';
import type { Conversation } from './conversation.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { storedParts, storedTitle } from './load-stored-parts.ts';
import { ProviderBadge } from './provider-badge.tsx';
import { isSignedIn } from './welcome.tsx';

interface ChatHeaderProps {
  active: Conversation;
  setting: ReturnType<typeof useSetting>;
  onConfigure(): void;
}

/** What stands over the messages: the provider, the title, and what can be done with the conversation. */
export function ChatHeader({ active, setting, onConfigure }: ChatHeaderProps) {
  const isHydrated = useHydrated();
  const isInner = isHydrated && isSignedIn();
  const isEmpty = useLive(active.thread, ({ messages }) => messages.length === 0);
  const opening = useLive(active.opening, (now) => now);
  const isTemporary = useLive(active.temporary, (now) => now);
  const Stored = useLazy(storedParts, opening === 'here' && !isTemporary);
  const Parts = useBeginningParts();
  const ShownMenu = Stored?.StoredMenu ?? ConversationMenu;
  const canUndo = useLive(active.undoables, (all) => all.length > 0);
  return (
    <div className={styles.top} {...(isInner && { role: 'region', 'aria-label': 'This conversation' })}>
      <Header isFramed isInner={isInner}>
        <Link href="/dashboard" className={styles.home}>
          <Wordmark short />
        </Link>
        <div className={styles.provider}>
          {isHydrated && <ProviderBadge setting={setting} onChoose={onConfigure} />}
        </div>
        <div className={styles.middle}>
          {isHydrated && opening === 'new' && Parts && setting?.config.apiKey && (
            <div className={styles.switch}>
              <Parts.TemporarySwitch temporary={active.temporary} />
            </div>
          )}
          {opening === 'here' && isTemporary && <span className={styles.temporary}>Temporary</span>}
          {Stored && <Stored.ChatTitle id={active.id} />}
        </div>
        {(!isEmpty || canUndo) && (
          <ShownMenu active={active} titleOf={() => storedTitle(active.id)} onFind={active.finding.open} />
        )}
        <IconButton
          label="Settings"
          onClick={onConfigure}
          onPointerEnter={prepareConfiguration}
          onFocus={prepareConfiguration}
        >
          <SettingsIcon />
        </IconButton>
      </Header>
    </div>
  );
}

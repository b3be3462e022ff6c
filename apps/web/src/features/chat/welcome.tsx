import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import type { Live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { Button } from '../../ui/index.ts';
import { connectionName, type ProviderSetting, prepareConfiguration } from '../keys/index.ts';
import { useBeginningParts } from './beginning/use-beginning-parts.ts';
import type { Conversation } from './conversation.ts';
import styles from './welcome.module.css';

const approaching = { onPointerEnter: prepareConfiguration, onFocus: prepareConfiguration };

interface WelcomeProps extends Pick<Conversation, 'temporary'> {
  setting: ProviderSetting | null;
  onConfigure(): void;
  /** A suggested question was chosen. */
  onSuggestion(text: string): void;
}

/** Shown in place of the messages: what to do next. What comes late is above and below, where it moves nothing. */
export function Welcome({ setting, temporary, onConfigure, onSuggestion }: WelcomeProps) {
  const Parts = useBeginningParts();
  const isReady = Boolean(setting?.config.apiKey);
  return (
    <div className={styles.welcome}>
      <div className={styles.drawing}>{Parts && <Parts.ConversationDrawing />}</div>
      <div className={styles.words}>
        <h2 className={styles.title}>{isReady ? 'What is on your mind?' : 'Bring your own key and talk'}</h2>
        {isReady ? (
          <WhereStored temporary={temporary} status={Parts?.savingStatus ?? notKnown} />
        ) : (
          <Connect setting={setting} onConfigure={onConfigure} />
        )}
      </div>
      <div className={styles.suggestions}>
        {Parts && setting && isReady && <Parts.SuggestionList setting={setting} onChoose={onSuggestion} />}
      </div>
    </div>
  );
}

function Connect({ setting, onConfigure }: Pick<WelcomeProps, 'setting' | 'onConfigure'>) {
  return (
    <>
      <p>
        {setting
          ? `${connectionName(setting.type, setting.config.endpoint)} answers as soon as it has your API key, which stays in this browser.`
          : 'Choose who answers and add your API key. It stays in this browser and goes only to that provider.'}
      </p>
      <Button tone="accent" onClick={onConfigure} {...approaching}>
        {setting ? 'Add your API key' : 'Choose a provider'}
      </Button>
    </>
  );
}

const notKnown: Pick<Live<string>, 'read' | 'listen'> = { read: () => 'none', listen: () => () => {} };

/** Says where the conversation will be stored. */
function WhereStored({ temporary, status }: Pick<WelcomeProps, 'temporary'> & { status: typeof notKnown }) {
  const isTemporary = useLive(temporary, (now) => now);
  const isInMemory = useLive(status, (now) => now === 'memory-only');
  if (isTemporary || (isInMemory && !isSignedIn()))
    return <p>Nothing of this conversation is stored. Copy or download what you need before you leave.</p>;
  return (
    <p>
      {isSignedIn()
        ? `Your conversations are kept in ${isInMemory ? '' : 'this browser and in '}your account.`
        : 'Your conversations are kept in this browser.'}
    </p>
  );
}

export const isSignedIn = () => readAccessToken(storage.read(accessEntry)) !== null;

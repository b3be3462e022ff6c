import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { storage } from '../../lib/state/storage.ts';
import { Button, TextButton } from '../../ui/index.ts';
import { connectionName, type ProviderSetting, prepareConfiguration } from '../keys/index.ts';
import styles from './welcome.module.css';

const approaching = { onPointerEnter: prepareConfiguration, onFocus: prepareConfiguration };

interface WelcomeProps {
  setting: ProviderSetting | null;
  isTemporary: boolean;
  onConfigure(): void;
  onTemporary(): void;
}

/** Shown in place of the messages: what to do next. */
export function Welcome({ setting, isTemporary, onConfigure, onTemporary }: WelcomeProps) {
  return (
    <div className={styles.welcome}>
      <h2 className={styles.title}>
        {setting?.config.apiKey ? 'What is on your mind?' : 'Bring your own key and talk'}
      </h2>
      <Next setting={setting} onConfigure={onConfigure} />
      {setting?.config.apiKey && <WhereStored isTemporary={isTemporary} onTemporary={onTemporary} />}
    </div>
  );
}

function Next({ setting, onConfigure }: Pick<WelcomeProps, 'setting' | 'onConfigure'>) {
  if (!setting) {
    return (
      <>
        <p>
          Choose who answers and add your API key. It stays in this browser and goes only to that provider.
        </p>
        <Button tone="accent" onClick={onConfigure} {...approaching}>
          Choose a provider
        </Button>
      </>
    );
  }
  const { apiKey, endpoint, model } = setting.config;
  if (!apiKey) {
    return (
      <>
        <p>
          {connectionName(setting.type, endpoint)} answers as soon as it has your API key, which stays in this
          browser.
        </p>
        <Button tone="accent" onClick={onConfigure} {...approaching}>
          Add your API key
        </Button>
      </>
    );
  }
  return <p>{model} answers, straight to this browser.</p>;
}

/** Says where the conversation will be stored. */
function WhereStored({ isTemporary, onTemporary }: Pick<WelcomeProps, 'isTemporary' | 'onTemporary'>) {
  if (isTemporary) {
    return (
      <p>This chat is temporary: none of it is stored. Copy or download what you need before you leave.</p>
    );
  }
  return (
    <>
      <p>
        {isSignedIn()
          ? 'Your conversations are kept in this browser and in your account.'
          : 'Your conversations are kept in this browser.'}
      </p>
      <TextButton onClick={onTemporary}>Make this chat temporary</TextButton>
    </>
  );
}

export const isSignedIn = () => readAccessToken(storage.read(accessEntry)) !== null;

import { Button } from '../../ui/index.ts';
import { type ProviderSetting, prepareConfiguration, providerOf } from '../keys/index.ts';
import styles from './welcome.module.css';

const nearing = { onPointerEnter: prepareConfiguration, onFocus: prepareConfiguration };

interface WelcomeProps {
  setting: ProviderSetting | null;
  onConfigure(): void;
}

/** What stands where the messages will be: what to do next. */
export function Welcome({ setting, onConfigure }: WelcomeProps) {
  return (
    <div className={styles.welcome}>
      <h2 className={styles.title}>
        {setting?.config.apiKey ? 'What is on your mind?' : 'Bring your own key and talk'}
      </h2>
      <Next setting={setting} onConfigure={onConfigure} />
    </div>
  );
}

function Next({ setting, onConfigure }: WelcomeProps) {
  if (!setting) {
    return (
      <>
        <p>
          Choose who answers and add your API key. It stays in this browser and goes only to that provider.
        </p>
        <Button tone="accent" onClick={onConfigure} {...nearing}>
          Choose a provider
        </Button>
      </>
    );
  }
  const { displayName } = providerOf(setting.type);
  if (!setting.config.apiKey) {
    return (
      <>
        <p>{displayName} answers as soon as it has your API key. It stays in this browser.</p>
        <Button tone="accent" onClick={onConfigure} {...nearing}>
          Add your API key
        </Button>
      </>
    );
  }
  return (
    <p>
      {displayName} answers, straight to this browser. Nothing of it is kept: copy or download what you need
      before you leave.
    </p>
  );
}

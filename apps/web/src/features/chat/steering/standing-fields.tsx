import { useLive } from '../../../lib/state/use-live.ts';
import { Disclosure } from '../../../ui/index.ts';
import { Switch } from '../../../ui/switch/index.ts';
import { changeFolder, FolderMark, OwnInstructions } from '../../conversation/index.ts';
import type { ProviderSetting } from '../../keys/index.ts';
import type { ChatSettingsStore } from './chat-settings-store.ts';
import styles from './standing-fields.module.css';
import { useStanding } from './use-standing.ts';

interface StandingFieldsProps {
  chatId: string;
  settings: ChatSettingsStore;
  setting: ProviderSetting;
}

/** What is said in this chat that is also said in others: for all chats, and for its folder. Each can be left out. */
export function StandingFields({ chatId, settings, setting }: StandingFieldsProps) {
  const { withoutOwn, withoutFolder } = useLive(settings, (all) => all);
  const { own, folder } = useStanding(chatId, settings);
  const model = { provider: setting.type, model: setting.config.model };
  const inFolder = folder?.instructions.trim() ?? '';

  return (
    <>
      <div className={styles.part}>
        {own.trim() !== '' && (
          <Switch
            label="Your instructions for all chats"
            checked={!withoutOwn}
            onChange={(isOn) => settings.dispatch({ type: 'setting-changed', change: { withoutOwn: !isOn } })}
          />
        )}
        <Disclosure title={own.trim() === '' ? 'Instructions for all chats' : 'Read or change them'}>
          <OwnInstructions />
        </Disclosure>
      </div>
      {folder && inFolder !== '' && (
        <div className={styles.part}>
          <Switch
            label={`Instructions of the folder “${folder.name}”`}
            checked={!withoutFolder}
            onChange={(isOn) =>
              settings.dispatch({ type: 'setting-changed', change: { withoutFolder: !isOn } })
            }
          />
          <Disclosure
            title={
              <span className={styles.folder}>
                Read them <FolderMark color={folder.color} />
              </span>
            }
          >
            <p className={styles.text}>{inFolder}</p>
          </Disclosure>
        </div>
      )}
      {folder && (
        <Switch
          label={`New conversations in “${folder.name}” begin with ${model.model}`}
          checked={folder.model?.provider === model.provider && folder.model.model === model.model}
          onChange={(isOn) => void changeFolder(folder.id, { model: isOn ? model : null })}
        />
      )}
    </>
  );
}

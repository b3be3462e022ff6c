import { startTransition, useOptimistic } from 'react';
import { useLive } from '../../../../lib/state/use-live.ts';
import { bytes } from '../../../../lib/text/bytes.ts';
import { manyOf } from '../../../../lib/text/counts.ts';
import { tokensInWords } from '../../../../lib/text/money.ts';
import { Disclosure } from '../../../../ui/index.ts';
import { Switch } from '../../../../ui/switch/index.ts';
import {
  type Folder,
  FolderMark,
  type FolderModel,
  OwnInstructions,
  writeFolder,
} from '../../../conversation/index.ts';
import type { ModelCatalogue, ProviderSetting } from '../../../keys/index.ts';
import type { ChatSettingsStore } from '../settings/chat-settings-store.ts';
import { takenFiles, tokensOfFiles } from './folder-files.ts';
import styles from './standing-fields.module.css';
import { useStanding } from './use-standing.ts';

interface StandingFieldsProps {
  chatId: string;
  settings: ChatSettingsStore;
  setting: ProviderSetting;
  catalogue: ModelCatalogue;
}

/** What is said in this chat that is also said in others: for all chats, and for its folder. Each can be left out. */
export function StandingFields({ chatId, settings, setting, catalogue }: StandingFieldsProps) {
  const { withoutOwn, withoutFolder, withoutFiles } = useLive(settings, (all) => all);
  const { own, folder, files } = useStanding(chatId, settings);
  const { model: name, endpoint } = setting.config;
  const model = { provider: setting.type, model: name, host: URL.parse(endpoint)?.host ?? '' };
  const modelName = catalogue.modelName(setting.type, name);
  const { taken, leftOut } = takenFiles(files, model, catalogue);
  const inFolder = folder?.instructions.trim() ?? '';

  return (
    <>
      <div className={styles.part}>
        {own.trim() !== '' && (
          <Switch
            label="Your instructions for all conversations"
            checked={!withoutOwn}
            onChange={(isOn) => settings.dispatch({ type: 'setting-changed', change: { withoutOwn: !isOn } })}
          />
        )}
        <Disclosure title={own.trim() === '' ? 'Instructions for all conversations' : 'Read or change them'}>
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
      {folder && files.length > 0 && (
        <div className={styles.part}>
          <Switch
            label={`Files of the folder “${folder.name}”`}
            checked={!withoutFiles}
            onChange={(isOn) =>
              settings.dispatch({ type: 'setting-changed', change: { withoutFiles: !isOn } })
            }
          />
          <Disclosure
            title={`${manyOf(files.length, 'file')}, ${tokensInWords(tokensOfFiles(taken, catalogue), true)} tokens`}
          >
            <ul className={styles.text}>
              {files.map((file) => (
                <li key={file.id}>
                  {file.name} · {bytes(file.size)}
                  {leftOut.includes(file) && ` · left out: ${modelName} cannot read it`}
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
      {folder && <FolderModelSwitch folder={folder} model={model} modelName={modelName} />}
    </>
  );
}

interface FolderModelSwitchProps {
  folder: Folder;
  model: FolderModel;
  /** As the catalogue spells it. */
  modelName: string;
}

/** Makes the model in use that of the folder. */
function FolderModelSwitch({ folder, model, modelName }: FolderModelSwitchProps) {
  const { model: own } = folder;
  const isOfFolder =
    own?.provider === model.provider && own.model === model.model && (own.host ?? model.host) === model.host;
  const [isOn, setOn] = useOptimistic(isOfFolder);
  return (
    <Switch
      label={`Conversations in “${folder.name}” use ${modelName}`}
      checked={isOn}
      onChange={(wanted) =>
        startTransition(async () => {
          setOn(wanted);
          await writeFolder(folder.id, { model: wanted ? model : null });
        })
      }
    />
  );
}

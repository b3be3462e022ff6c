import { useLive } from '../../../../lib/state/use-live.ts';
import { Button } from '../../../../ui/index.ts';
import { isProvider, providerOf, useModelName, useSavedProviders, useSetting } from '../../../keys/index.ts';
import { useConversation } from '../../use-conversation.ts';
import { folderConnection, isNewAnswerer } from './folder-connection.ts';
import styles from './long-chat-note.module.css';
import { useStanding } from './use-standing.ts';

/** Said before the first question that a folder's model cannot be asked from this browser. */
export function FolderModelNote({ onConfigure }: { onConfigure(): void }) {
  const { id, settings, thread } = useConversation();
  const { folder } = useStanding(id, settings);
  const saved = useSavedProviders();
  const setting = useSetting();
  const nameOf = useModelName();
  const model = folder?.model;
  const isNews = useLive(thread, (now) => setting !== null && isNewAnswerer(now, setting));
  const isMissing = isNews && model && isProvider(model.provider) && !folderConnection(model, saved);
  const isOtherServer = saved.some(({ provider }) => provider === model?.provider);

  return (
    <div role="status">
      {isMissing && setting && isProvider(model.provider) && (
        <div className={styles.note} data-quiet>
          <p>
            “{folder.name}” uses {nameOf(model.provider, model.model)}, but{' '}
            {(isOtherServer && model.host) || providerOf(model.provider).company} is not connected in this
            browser: {nameOf(setting.type, setting.config.model)} answers.
          </p>
          <div className={styles.buttons}>
            <Button small onClick={onConfigure}>
              Models &amp; keys
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

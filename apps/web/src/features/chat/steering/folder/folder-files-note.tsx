import { useLazy } from '../../../../lib/lazy/use-lazy.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import { manyOf } from '../../../../lib/text/counts.ts';
import { tokensInWords } from '../../../../lib/text/money.ts';
import { Button } from '../../../../ui/index.ts';
import { standingFiles } from '../../../conversation/index.ts';
import { catalogue, useSetting } from '../../../keys/index.ts';
import { useConversation } from '../../use-conversation.ts';
import { takenFiles, tokensOfFiles } from './folder-files.ts';
import styles from './long-chat-note.module.css';
import { useStanding } from './use-standing.ts';

/** What files of its folder go along with the questions of a chat: before the first one, and where some are left out. */
export function FolderFilesNote() {
  const { id, thread, settings } = useConversation();
  const standing = useStanding(id, settings);
  const files = standingFiles(
    standing,
    useLive(settings, (all) => all),
  );
  const isEmpty = useLive(thread, ({ messages, hasMore }) => messages.length === 0 && !hasMore);
  const known = useLazy(catalogue, files.length > 0);
  const setting = useSetting();
  const { folder } = standing;
  if (!folder || files.length === 0 || !known || !setting) return null;
  const model = { provider: setting.type, model: setting.config.model };
  const { taken, leftOut } = takenFiles(files, model, known);
  if (!isEmpty && leftOut.length === 0) return null;
  const name = known.modelName(setting.type, model.model);

  return (
    <div role="status">
      <div className={styles.note} data-quiet={leftOut.length === 0 || undefined}>
        <p>
          {taken.length > 0 &&
            `${manyOf(taken.length, 'file')} of “${folder.name}” ${taken.length === 1 ? 'goes' : 'go'} along with every question: ${tokensInWords(tokensOfFiles(taken, known), true)} tokens. `}
          {leftOut.length > 0 &&
            `${name} cannot read ${leftOut.map((file) => file.name).join(', ')}: ${leftOut.length === 1 ? 'it is' : 'they are'} left out.`}
        </p>
        <div className={styles.buttons}>
          <Button
            small
            onClick={() => settings.dispatch({ type: 'setting-changed', change: { withoutFiles: true } })}
          >
            Leave the files out here
          </Button>
        </div>
      </div>
    </div>
  );
}

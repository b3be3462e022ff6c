import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { ChatSettingsIcon, IconButton, useOpening } from '../../../ui/index.ts';
import { standingFiles } from '../../conversation/index.ts';
import { catalogue, useSetting } from '../../keys/index.ts';
import { ContextMeter, type ContextMeterProps } from './cost/context-meter.tsx';
import { FolderButton } from './folder/folder-button.tsx';
import { useFolderModel } from './folder/use-folder-model.ts';
import { useStanding } from './folder/use-standing.ts';
import type { ModelChooser } from './models/model-chooser.ts';
import { ProviderSwitch } from './models/provider-switch.tsx';
import { hasChatSettings } from './settings/chat-settings-store.ts';
import styles from './tools.module.css';

// The dialog needs the catalogue.
const dialog = lazy(async () => {
  const [file] = await Promise.all([import('./chat-settings-dialog.tsx'), catalogue.fetch()]);
  return file.ChatSettingsDialog;
});

export interface ToolsProps extends Omit<ContextMeterProps, 'catalogue' | 'setting'> {
  modelChooser: ModelChooser;
  onConfigure(): void;
}

/** The controls for the next answer, beside the text box. */
export function Tools({ settings, modelChooser, onConfigure, ...rest }: ToolsProps) {
  const setting = useSetting();
  const hasOwnSettings = useLive(settings, hasChatSettings);
  const { folder, isTold, ...standing } = useStanding(rest.chat.id, settings);
  const files = standingFiles(
    standing,
    useLive(settings, (all) => all),
  );
  useFolderModel(rest.chat.id, folder);
  const known = useLazy(catalogue, true);
  const { Part: Settings, isOpen, setOpen, approaching } = useOpening(dialog, 'Instructions');
  if (!setting) return null;
  const open = () => setOpen(true);

  return (
    <>
      <ProviderSwitch
        setting={setting}
        hasOwnSettings={hasOwnSettings}
        modelChooser={modelChooser}
        onChatSettings={open}
        onConfigure={onConfigure}
      />
      <IconButton
        label={
          hasOwnSettings
            ? 'Instructions: this conversation has its own'
            : isTold
              ? 'Instructions: those for more than this conversation apply'
              : 'Instructions'
        }
        className={styles.settings}
        data-steered={hasOwnSettings || isTold || undefined}
        aria-haspopup="dialog"
        {...approaching}
        onClick={open}
      >
        <ChatSettingsIcon />
      </IconButton>
      {folder && <FolderButton chatId={rest.chat.id} folder={folder} files={files.length} />}
      {known && <ContextMeter settings={settings} setting={setting} catalogue={known} {...rest} />}
      {Settings && known && (
        <Settings
          open={isOpen}
          onOpenChange={setOpen}
          chatId={rest.chat.id}
          settings={settings}
          setting={setting}
          catalogue={known}
        />
      )}
    </>
  );
}

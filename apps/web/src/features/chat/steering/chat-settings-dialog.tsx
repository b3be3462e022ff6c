import { useState } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { counted } from '../../../lib/text/counts.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { DialogActions, DialogClose, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/index.ts';
import type { ModelCatalogue, ProviderSetting } from '../../keys/index.ts';
import styles from './chat-settings-dialog.module.css';
import { StandingFields } from './folder/standing-fields.tsx';
import { EffortField, InstructionsField, NumberField } from './settings/chat-settings-fields.tsx';
import { type ChatSettingsStore, hasChatSettings, noChatSettings } from './settings/chat-settings-store.ts';

interface ChatSettingsDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  chatId: string;
  settings: ChatSettingsStore;
  setting: ProviderSetting;
  catalogue: ModelCatalogue;
}

/** How this chat is answered. Changes apply from the next question on; there is nothing to save. */
export function ChatSettingsDialog({
  open,
  onOpenChange,
  chatId,
  settings,
  setting,
  catalogue,
}: ChatSettingsDialogProps) {
  const now = useLive(settings, (all) => all);
  // Number fields keep what is typed in them until this key changes.
  const [round, setRound] = useState(0);
  const { type, config } = setting;
  const model = catalogue.modelName(type, config.model);
  const offer = catalogue.modelOptions(type, config.model, now.effort ?? undefined);
  const change = (change: Partial<typeof now>) => settings.dispatch({ type: 'setting-changed', change });
  const { maxTemperature, maxOutputTokens } = offer;

  return (
    <FormDialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Instructions</DialogTitle>
      <div className={styles.fields} key={round}>
        <StandingFields chatId={chatId} settings={settings} setting={setting} catalogue={catalogue} />
        <InstructionsField value={now.instructions} onChange={(instructions) => change({ instructions })} />
        {offer.efforts.length > 0 && (
          <EffortField offer={offer} value={now.effort} onChange={(effort) => change({ effort })} />
        )}
        {maxTemperature !== null && (
          <NumberField
            label="Temperature"
            hint={`0 to ${maxTemperature}: lower is more predictable, higher more varied. Leave empty for the model’s default.`}
            errorText={`Enter a number from 0 to ${maxTemperature}`}
            least={0}
            most={maxTemperature}
            step={0.1}
            value={now.temperature}
            onChange={(temperature) => change({ temperature })}
          />
        )}
        {maxTemperature === null && offer.temperatureOnlyWithoutThinking && (
          <p className={styles.note}>{model} takes a temperature once its reasoning effort is None.</p>
        )}
        <NumberField
          label="Longest answer"
          hint={
            maxOutputTokens === null
              ? 'In tokens, about ¾ of a word each. Leave empty for the provider’s own limit.'
              : `In tokens, about ¾ of a word each; ${model} writes up to ${counted(maxOutputTokens)}. Leave empty for the provider’s own limit.`
          }
          errorText="Enter a whole number of tokens, 1 or more"
          least={1}
          most={maxOutputTokens ?? 10_000_000}
          step={1}
          value={now.maxTokens}
          onChange={(maxTokens) => change({ maxTokens })}
        />
        {offer.isUnknown && (
          <p className={styles.note}>
            Polylogue does not know what {model} supports: your settings are sent as they are, and left out if
            they are refused.
          </p>
        )}
      </div>
      <DialogActions>
        {hasChatSettings(now) && (
          <Button
            tone="quiet"
            onClick={() => {
              settings.dispatch({ type: 'setting-changed', change: noChatSettings });
              setRound(round + 1);
            }}
          >
            Reset
          </Button>
        )}
        <DialogClose>Done</DialogClose>
      </DialogActions>
    </FormDialog>
  );
}

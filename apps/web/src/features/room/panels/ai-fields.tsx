import type { Space } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { TextField } from '../../../ui/index.ts';
import { Select } from '../../../ui/select/index.ts';
import { TextArea } from '../../../ui/text-area/index.ts';
import { textError } from '../../space/wrong-fields.ts';

/** What hosts decide about the AI of a space. */
interface AiSettings {
  ai_mode: Space['ai_mode'];
  ai_name: string;
  ai_instructions: string;
}

interface AiFieldsProps {
  value: AiSettings;
  onChange(change: Partial<AiSettings>): void;
}

const modes: Record<Space['ai_mode'], string> = {
  mentioned: 'When it is asked',
  always: 'Every message',
  off: 'Never',
};

export function AiFields({ value, onChange }: AiFieldsProps) {
  return (
    <>
      <Select
        label="When the AI answers"
        value={value.ai_mode}
        choices={Object.entries(modes)}
        onChange={(mode) => onChange({ ai_mode: mode as Space['ai_mode'] })}
      />
      {value.ai_mode !== 'off' && (
        <>
          <TextField
            label="Name of the AI"
            optional
            hint="What people call it here, as in @name; @ai always works"
            value={value.ai_name}
            error={textError(value.ai_name, spaceLimits.nameLength)}
            maxLength={spaceLimits.nameLength}
            autoComplete="off"
            onChange={(event) => onChange({ ai_name: event.currentTarget.value })}
          />
          <TextArea
            label="Instructions for the AI"
            optional
            hint="Sent with every question; everyone here can read them"
            value={value.ai_instructions}
            typed={value.ai_instructions.length}
            most={spaceLimits.instructionsLength}
            error={textError(value.ai_instructions, spaceLimits.instructionsLength)}
            onChange={(event) => onChange({ ai_instructions: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

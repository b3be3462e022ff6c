import { withKeysMasked } from '../../../lib/drafts/saved-keys.ts';
import { type Live, live } from '../../../lib/state/live.ts';
import type { ChatQuestion, Effort } from '../../keys/index.ts';

/** How this chat is answered, besides its messages. Null: the provider's default. */
export interface ChatSettings {
  /** The system prompt. */
  instructions: string;
  effort: Effort | null;
  temperature: number | null;
  maxTokens: number | null;
}

type ChatSettingsEvent =
  | { type: 'setting-changed'; change: Partial<ChatSettings> }
  | { type: 'settings-restored'; settings: ChatSettings };

export const noChatSettings: ChatSettings = {
  instructions: '',
  effort: null,
  temperature: null,
  maxTokens: null,
};

/** The settings of one chat; they last as long as it does. */
export type ChatSettingsStore = Live<ChatSettings, ChatSettingsEvent>;

export const openChatSettings = (): ChatSettingsStore => live(noChatSettings, after);

function after(settings: ChatSettings, event: ChatSettingsEvent): ChatSettings {
  switch (event.type) {
    case 'setting-changed':
      return { ...settings, ...event.change };
    case 'settings-restored':
      return event.settings;
  }
}

export const hasChatSettings = ({ instructions, effort, temperature, maxTokens }: ChatSettings): boolean =>
  instructions.trim() !== '' || effort !== null || temperature !== null || maxTokens !== null;

/** The settings as a question carries them. */
export function asQuestion(settings: ChatSettings): Omit<ChatQuestion, 'messages' | 'choice'> {
  const { instructions, effort, temperature, maxTokens } = settings;
  return {
    ...(instructions.trim() !== '' && { instructions: withKeysMasked(instructions.trim()) }),
    ...(effort !== null && { effort }),
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { maxTokens }),
  };
}

import { withKeysMasked } from '../../../../lib/drafts/saved-keys.ts';
import { type Live, live } from '../../../../lib/state/live.ts';
import type { ChatQuestion, Effort } from '../../../keys/index.ts';

/** How this chat is answered, besides its messages. Null: the provider's default. */
export interface ChatSettings {
  /** The system prompt. */
  instructions: string;
  effort: Effort | null;
  temperature: number | null;
  maxTokens: number | null;
  /** Whether the instructions for all conversations, those of its folder, and the files of its folder are left out. */
  withoutOwn: boolean;
  withoutFolder: boolean;
  withoutFiles: boolean;
}

type ChatSettingsEvent =
  | { type: 'setting-changed'; change: Partial<ChatSettings> }
  | { type: 'settings-restored'; settings: ChatSettings };

export const noChatSettings: ChatSettings = {
  instructions: '',
  effort: null,
  temperature: null,
  maxTokens: null,
  withoutOwn: false,
  withoutFolder: false,
  withoutFiles: false,
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

export const hasChatSettings = ({ instructions, ...others }: ChatSettings): boolean =>
  // Null or false.
  instructions.trim() !== '' || Object.values(others).some((value) => value !== null && value !== false);

/** The settings as a question carries them. `standing`: what is said in other chats, too. */
export function asQuestion(
  settings: ChatSettings,
  standing: readonly string[] = [],
): Omit<ChatQuestion, 'messages' | 'choice'> {
  const { effort, temperature, maxTokens } = settings;
  const instructions = [...standing, settings.instructions.trim()].filter((text) => text !== '').join('\n\n');
  return {
    ...(instructions !== '' && { instructions: withKeysMasked(instructions) }),
    ...(effort !== null && { effort }),
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { maxTokens }),
  };
}

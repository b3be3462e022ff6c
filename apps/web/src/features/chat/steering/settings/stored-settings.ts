import type { Json } from '@polylogue/sync';
import { withKeysMasked } from '../../../../lib/drafts/saved-keys.ts';
import { type ChatSettings, noChatSettings } from './chat-settings-store.ts';
import { readChatSettings } from './remembered-settings.ts';

/** The settings of a chat as stored with its conversation: no key leaves the page with them. */
export const storedSettings = ({
  instructions,
  effort,
  temperature,
  maxTokens,
  withoutOwn,
  withoutFolder,
  withoutFiles,
}: ChatSettings) => ({
  instructions: withKeysMasked(instructions),
  effort,
  temperature,
  max_tokens: maxTokens,
  without_own: withoutOwn,
  without_folder: withoutFolder,
  without_files: withoutFiles,
});

export function settingsOf(stored: Json | undefined): ChatSettings {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return noChatSettings;
  const { max_tokens, without_own, without_folder, without_files, ...rest } = stored as Record<string, Json>;
  const named = {
    maxTokens: max_tokens,
    withoutOwn: without_own,
    withoutFolder: without_folder,
    withoutFiles: without_files,
  };
  return readChatSettings({ ...rest, ...named }) ?? noChatSettings;
}

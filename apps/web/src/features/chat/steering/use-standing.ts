import { useSearch } from 'wouter';
import { useLive } from '../../../lib/state/use-live.ts';
import {
  folderInAddress,
  type StandingInstructions,
  standingOf,
  standingTexts,
  useConversations,
  useFolders,
} from '../../conversation/index.ts';
import type { ChatSettingsStore } from './chat-settings-store.ts';

/** What is said with every question of a chat besides what it says itself; `isTold`: some of it is not left out. */
export function useStanding(
  chatId: string,
  settings: ChatSettingsStore,
): StandingInstructions & { isTold: boolean } {
  // It is read anew when any of these changes.
  useFolders();
  useConversations();
  useSearch();
  const now = useLive(settings, (all) => all);
  const standing = standingOf(chatId, folderInAddress());
  return { ...standing, isTold: standingTexts(standing, now).length > 0 };
}

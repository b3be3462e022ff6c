import { useSearch } from 'wouter';
import { useLive } from '../../../../lib/state/use-live.ts';
import {
  folderInAddress,
  type StandingContext,
  standingOf,
  standingTexts,
  useConversations,
  useRecords,
} from '../../../conversation/index.ts';
import type { ChatSettingsStore } from '../settings/chat-settings-store.ts';

/** What goes with every question of a chat besides what it says itself; `isTold`: some instructions are not left out. */
export function useStanding(
  chatId: string,
  settings: ChatSettingsStore,
): StandingContext & { isTold: boolean } {
  // It is read anew when any of these changes.
  useRecords();
  useConversations();
  useSearch();
  const now = useLive(settings, (all) => all);
  const standing = standingOf(chatId, folderInAddress());
  return { ...standing, isTold: standingTexts(standing, now).length > 0 };
}

import { useEffect, useEffectEvent } from 'react';
import { folderInAddress, type StandingContext, useConversations } from '../../conversation/index.ts';
import { useSavedProviders } from '../../keys/index.ts';
import { enterPlace, folderConnection } from './folder-model.ts';

/**
 * A new conversation in a folder begins with the model of that folder, if its provider is connected; elsewhere, what
 * was in use before answers again.
 */
export function useFolderModel(chatId: string, folder: StandingContext['folder']): void {
  const isListed = useConversations()?.some(({ id }) => id === chatId) ?? false;
  const saved = useSavedProviders();
  const wanted = folder?.model ? folderConnection(folder.model, saved) : null;
  // In between, a conversation has begun and is not listed, or its folder has not been read.
  const isKnown =
    isListed || (location.pathname === '/chat' && (folder !== null || folderInAddress() === null));
  const place = { folder: folder?.id ?? null, isNew: !isListed };
  const at = isKnown ? JSON.stringify([place, wanted !== null]) : null;
  const arrive = useEffectEvent(() => enterPlace(place, wanted));
  // Once for each place: another model may be chosen after that.
  useEffect(() => {
    if (at !== null) arrive();
  }, [at]);
}

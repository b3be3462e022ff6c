import { useEffect, useEffectEvent } from 'react';
import {
  folderInAddress,
  type StandingContext,
  useConversations,
  useRecordListWhole,
} from '../../../conversation/index.ts';
import { useSavedProviders } from '../../../keys/index.ts';
import { folderConnection } from './folder-connection.ts';
import { enterPlace } from './folder-model.ts';

/** A conversation in a folder is asked with the model of that folder, if its provider is connected, until another is chosen. */
export function useFolderModel(chatId: string, folder: StandingContext['folder']): void {
  const listed = useConversations()?.find(({ id }) => id === chatId);
  const isWhole = useRecordListWhole();
  const saved = useSavedProviders();
  const wanted = folder?.model ? folderConnection(folder.model, saved) : null;
  const folderId = listed ? listed.folder : folderInAddress();
  // In between, a conversation has begun and is not listed, or its folder has not been read.
  const isKnown =
    (listed !== undefined || location.pathname === '/chat') &&
    (folderId === null || folder !== null || isWhole);
  const place = { folder: folder?.id ?? null, isNew: !listed };
  const at = isKnown ? JSON.stringify([place, wanted]) : null;
  const arrive = useEffectEvent(() => enterPlace(place, wanted));
  // Once for each place and model of its folder: another model may be chosen after that.
  useEffect(() => {
    if (at !== null) arrive();
  }, [at]);
}

import { useEffect, useEffectEvent } from 'react';
import { folderInAddress, type StandingContext } from '../../conversation/index.ts';
import { switchTo, useSavedProviders } from '../../keys/index.ts';

/** A new conversation in a folder begins with the model of that folder, if its provider is connected. */
export function useFolderModel(folder: StandingContext['folder']): void {
  const saved = useSavedProviders();
  const id = folder?.id;
  const begin = useEffectEvent(() => {
    const model = folder?.model;
    const connection = saved.find(({ provider }) => provider === model?.provider);
    if (!model || !connection || folderInAddress() !== folder.id) return;
    switchTo({ provider: connection.provider, origin: connection.origin, model: model.model });
  });
  // Once: another model may be chosen after that.
  useEffect(() => {
    if (id !== undefined) begin();
  }, [id]);
}

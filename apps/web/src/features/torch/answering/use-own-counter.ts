import { useQuery } from '@tanstack/react-query';
import { useSavedProviders } from '../../keys/index.ts';
import { connectionFor } from '../lends/own-connections.ts';
import { tokenCounterFor } from '../models/model-terms.ts';
import { choiceFor } from './plan.ts';

/** Counts what is sent with this browser's own key; undefined until that is known, or where no key is. */
export function useOwnCounter(wanted: Parameters<typeof choiceFor>[1]) {
  const choice = choiceFor(useSavedProviders(), wanted);
  const connection = choice === null ? null : connectionFor(choice);
  return useQuery({
    queryKey: ['token-counter', connection],
    queryFn: () => connection && tokenCounterFor(connection, false),
    enabled: connection !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

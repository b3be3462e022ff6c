import { useQuery } from '@tanstack/react-query';
import { isStoredHereOnly } from '../conversation/index.ts';
import { orFail } from '../person/index.ts';
import { ownUsage } from '../usage/index.ts';
import type { Days } from '../usage/sums/index.ts';

/** What the answers of these days used; read again whenever the page is opened. */
export const useUsage = ({ from, to }: Days) =>
  useQuery({
    queryKey: ['/api/v1/usage', isStoredHereOnly(), from, to],
    queryFn: ({ signal }) => orFail('Failed to load the costs', ownUsage(from, to, signal)),
    staleTime: 0,
  });

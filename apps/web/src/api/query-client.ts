import { readReply } from '@polylogue/contract/client';
import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { fetchSignedIn } from './call.ts';

/** Reads the JSON at the address that a query's key begins with. Rejects with a FetchError when it is not OK. */
async function read({ queryKey: [address], signal }: QueryFunctionContext): Promise<unknown> {
  return readReply(await fetchSignedIn(String(address), { credentials: 'include', signal }));
}

/** Cached server data, for as long as the page lives. It is fetched once, and again only on request. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: read,
      // The browser's online flag is about the internet; our server may be in the same room.
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

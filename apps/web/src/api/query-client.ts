import { readReply } from '@polylogue/contract/client';
import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { access } from './call.ts';

/** Reads the JSON at the address that a query's key begins with. Rejects with a FetchError when it is not OK. */
async function read({ queryKey: [address], signal }: QueryFunctionContext): Promise<unknown> {
  return readReply(await access.fetch(String(address), { credentials: 'include', signal }));
}

/** What the server knows, as long as the page lives. Data is asked for once, and anew only when somebody says so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: read,
      // The browser's word for being online is about the internet; our server may stand in the same room.
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

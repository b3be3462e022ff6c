import './owned-queries.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { account, meOf, useAccount } from '../features/account/index.ts';
import { AppHeader, Sidebar } from '../features/shell/index.ts';
import { ConnectModel } from './connect-model.tsx';

export { DrawerButton } from '../features/shell/index.ts';

export function FrameSide() {
  return (
    <QueryClientProvider client={queryClient}>
      <Sidebar />
    </QueryClientProvider>
  );
}

/** The header over a page that does not wait to learn who is signed in. */
export function FrameHeader() {
  const me = meOf(useAccount());
  useEffect(account.ensure, []);
  if (!me) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <AppHeader me={me} isLow />
      <ConnectModel />
    </QueryClientProvider>
  );
}

import './owned-queries.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { account, meOf, useAccount } from '../features/account/index.ts';
import { AppHeader, DrawerButton, Sidebar } from '../features/shell/index.ts';
import { Interrupted } from './interrupted.tsx';

export function FrameSide() {
  return (
    <QueryClientProvider client={queryClient}>
      <Sidebar />
    </QueryClientProvider>
  );
}

/** What a phone has instead of the sidebar and the header over the page. */
export function FrameMenu() {
  return (
    <QueryClientProvider client={queryClient}>
      <DrawerButton />
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
      <Interrupted />
      <AppHeader me={me} />
    </QueryClientProvider>
  );
}

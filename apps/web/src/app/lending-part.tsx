import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { LendingBar } from '../features/torch/index.ts';

/** Over any page, also over those that wait for nothing. */
export const LendingPart = ({ me }: { me: string }) => (
  <QueryClientProvider client={queryClient}>
    <LendingBar me={me} />
  </QueryClientProvider>
);

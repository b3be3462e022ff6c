import { queryClient } from '../api/query-client.ts';
import { account, meOf } from '../features/account/index.ts';

// Data fetched for one account is never shown in another.
let owner: string | undefined;
account.listen(() => {
  const me = meOf(account.read());
  if (me?.user_id === owner) return;
  owner = me?.user_id;
  queryClient.clear();
});

import { EmptyState } from '../../ui/index.ts';
import { EntryList, ListPage } from '../shell/index.ts';
import { ShareAddress } from './share-address.tsx';

export function CommunityPage() {
  return (
    <ListPage title="Community" intro="The people you know here.">
      <EntryList entries={[]}>
        <EmptyState title="You know nobody here yet." actions={<ShareAddress tone="accent" />}>
          <p>Your friends are listed here. Bring somebody along: send them the address of this server.</p>
        </EmptyState>
      </EntryList>
    </ListPage>
  );
}

import { SpaceDrawing } from '../../ui/empty-state/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { EntryList, ListPage } from '../shell/index.ts';
import { ShareAddress } from './share-address.tsx';
import { StartConversation } from './start-conversation.tsx';

export function SpacesPage() {
  return (
    <ListPage
      title="Spaces"
      intro="A space is a live room in which several people talk with one AI. A session is a space with a date."
    >
      <EntryList entries={[]}>
        <EmptyState
          drawing={<SpaceDrawing />}
          title="You are not in a space yet."
          actions={
            <>
              <ShareAddress />
              <StartConversation />
            </>
          }
        >
          <p>
            The spaces you belong to and their sessions are listed here. Invite the people you want to share
            one with, or talk with an AI by yourself.
          </p>
        </EmptyState>
      </EntryList>
    </ListPage>
  );
}

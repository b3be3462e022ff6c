import { EmptyState } from '../../ui/index.ts';
import { EntryList, ListPage } from '../shell/index.ts';
import { StartConversation } from './start-conversation.tsx';

export function ConversationsPage() {
  return (
    <ListPage title="Conversations" intro="A conversation is you and one AI.">
      <EntryList entries={[]}>
        <EmptyState title="No conversations in your account yet." actions={<StartConversation />}>
          <p>
            A conversation in the chat lives as long as its page is open. Copy or download it there before you
            leave.
          </p>
        </EmptyState>
      </EntryList>
    </ListPage>
  );
}

import { Button, EmptyState } from '../../ui/index.ts';

/** Shown in place of a conversation that cannot be fetched. */
export const UnavailableConversation = () => (
  <EmptyState
    title="This conversation is not in this browser yet."
    actions={
      <Button tone="accent" onClick={() => location.reload()}>
        Try again
      </Button>
    }
  >
    <p>It will be fetched from your account once the server can be reached.</p>
  </EmptyState>
);

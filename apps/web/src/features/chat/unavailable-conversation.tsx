import { useLocation } from 'wouter';
import { Button, EmptyState } from '../../ui/index.ts';
import type { Opening } from './opening.ts';

/** Shown in place of a conversation that cannot be opened. */
export function UnavailableConversation({ opening }: { opening: Opening }) {
  const [, navigate] = useLocation();
  if (opening !== 'missing' && opening !== 'offline') return null;
  const isOffline = opening === 'offline';
  return (
    <EmptyState
      title={isOffline ? 'This conversation is not in this browser yet.' : 'This conversation is not here.'}
      actions={
        isOffline ? (
          <Button tone="accent" onClick={() => location.reload()}>
            Try again
          </Button>
        ) : (
          <Button tone="accent" onClick={() => navigate('/chat')}>
            Start a Conversation
          </Button>
        )
      }
    >
      <p>
        {isOffline
          ? 'It will be fetched from your account once the server can be reached.'
          : 'It was deleted, or it is in another account or another browser.'}
      </p>
    </EmptyState>
  );
}

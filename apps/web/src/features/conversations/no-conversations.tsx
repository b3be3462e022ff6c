import { Link } from 'wouter';
import { ButtonLink, EmptyState } from '../../ui/index.ts';

export function NoConversations({ isGuest }: { isGuest: boolean }) {
  return (
    <EmptyState
      title={isGuest ? 'No conversations in this browser yet.' : 'No conversations in your account yet.'}
      actions={
        <Link href="/chat" asChild>
          <ButtonLink tone="accent">New conversation</ButtonLink>
        </Link>
      }
    >
      <p>
        {isGuest
          ? 'What you and an AI say to each other is listed here, and stays in this browser until you delete it.'
          : 'What you and an AI say to each other is listed here, on every device you sign in with.'}
      </p>
    </EmptyState>
  );
}

import { Link, useLocation } from 'wouter';
import { Button, ButtonLink, EmptyState } from '../../ui/index.ts';
import { isStoredHereOnly } from '../conversation/index.ts';
import type { Opening } from './opening.ts';

/** Shown in place of a conversation that is neither here nor in the account. */
export function MissingConversation({ opening }: { opening: Opening }) {
  const [path, navigate] = useLocation();
  if (opening !== 'missing') return null;
  const isVisitor = isStoredHereOnly();
  return (
    <EmptyState
      title="This conversation is not here."
      actions={
        <>
          {isVisitor && (
            <Link href={`/signin?redirectAfterSignIn=${path}`} asChild>
              <ButtonLink tone="accent">Sign in</ButtonLink>
            </Link>
          )}
          <Button tone={isVisitor ? 'plain' : 'accent'} onClick={() => navigate('/chat')}>
            New conversation
          </Button>
        </>
      }
    >
      <p>It was deleted, or it is in {isVisitor ? 'your' : 'another'} account or another browser.</p>
    </EmptyState>
  );
}

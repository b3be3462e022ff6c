import { Link } from 'wouter';
import { SearchDrawing } from '../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState } from '../../ui/index.ts';

/** For a person who never existed, has left, or may not be seen: it does not say which. */
export function PersonUnavailable() {
  return (
    <EmptyState
      drawing={<SearchDrawing />}
      isPage
      title="User not found"
      actions={
        <Link href="/community" asChild>
          <ButtonLink tone="accent">Go to Community</ButtonLink>
        </Link>
      }
    >
      <p>This profile does not exist, or you cannot see it.</p>
    </EmptyState>
  );
}

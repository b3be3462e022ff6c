import { Link } from 'wouter';
import { SearchDrawing } from '../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState } from '../../ui/index.ts';

/** For whoever was never there, is gone, or may not be seen: nobody can tell which. */
export function Nobody() {
  return (
    <EmptyState
      drawing={<SearchDrawing />}
      isPage
      title="There is nobody here."
      actions={
        <Link href="/community" asChild>
          <ButtonLink tone="accent">Go to Community</ButtonLink>
        </Link>
      }
    >
      <p>This page belongs to nobody whom you can see.</p>
    </EmptyState>
  );
}

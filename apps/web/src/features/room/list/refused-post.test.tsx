import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RefusedPost } from './refused-post.tsx';

const seen = (canPost: boolean) =>
  renderToStaticMarkup(
    <RefusedPost id="m1" because="You are muted." canPost={canPost} retry={() => {}} discard={() => {}} />,
  );

test('a message that was refused can be sent again by who may post, and only deleted by who is muted [SPACE-06]', () => {
  expect(seen(true)).toContain('Retry');
  expect(seen(false)).toContain('Not sent. You are muted.');
  expect(seen(false)).not.toContain('Retry');
  expect(seen(false)).toContain('Delete');
});

import '../../person/testing/browser.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DeletePart } from './delete-part.tsx';

test('who deletes their account reads what becomes of the spaces they own', () => {
  expect(renderToStaticMarkup(<DeletePart username="ada" />)).toContain(
    'A space you own goes to one of its hosts; without a host it is archived.',
  );
});

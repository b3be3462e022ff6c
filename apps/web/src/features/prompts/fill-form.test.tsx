import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FillForm } from './fill-form.tsx';

test('the choices of a prompt come in the order in which they were written, numbers too', () => {
  const form = renderToStaticMarkup(<FillForm text="In {{words:200|50|100|any}} words" onWrite={() => {}} />);
  expect([...form.matchAll(/<option[^>]*>([^<]*)/g)].map(([, words]) => words)).toEqual([
    ...['200', '50', '100', 'any'],
  ]);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isRecordListWhole } from '../record/list/index.ts';
import { Library } from './library.tsx';

test('prompts are imported and exported only once all of them are here [PROMPT-03]', () => {
  const shown = () => renderToStaticMarkup(<Library onChoose={() => {}} onWrite={() => {}} />);
  const canImport = () => !/<button[^>]* disabled=""[^>]*>Import</.test(shown());
  expect([shown().includes('Loading…'), canImport()]).toEqual([true, false]);
  isRecordListWhole.start = true;
  expect([shown().includes('Loading…'), canImport()]).toEqual([false, true]);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FolderModelField } from './folder-model-field.tsx';

test('the form of a folder says which model its conversations use, or where to give it one [FOLDER-07]', () => {
  const words = (model: Parameters<typeof FolderModelField>[0]['model']) =>
    renderToStaticMarkup(<FolderModelField model={model} onRemove={() => {}} />).replace(/<[^>]*>/g, '');
  expect(words({ provider: 'openai', model: 'gpt-9' })).toContain(
    'Conversations in this folder use gpt-9. Remove',
  );
  expect(words(null)).toContain('open Instructions in one of its conversations');
});

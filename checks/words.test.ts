import { expect, test } from 'vitest';
import { productFiles } from './sources.ts';

const written = productFiles()
  .filter(([path]) => path.startsWith('apps/web/'))
  .map(([path, text]) => [path, text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')] as const);
const filesWith = (words: RegExp) => written.filter(([, text]) => words.test(text)).map(([path]) => path);

test('what a person has with an AI is called a conversation, never a chat', () => {
  expect(
    filesWith(/\b(?:[Tt]his|[Tt]he|[Aa]|[Yy]our|[Aa]ll|[Nn]ew) chats?\b|\bchats?<|\bChat with\b/),
  ).toEqual([]);
});

test('the button that begins one is “New conversation”, save on the dashboard, where it is prescribed [DASH-18]', () => {
  expect(filesWith(/Start a Conversation/)).toEqual([
    'apps/web/src/features/dashboard/start-conversation.tsx',
  ]);
  expect(filesWith(/<StartConversation\b/)).toEqual(['apps/web/src/features/dashboard/recent-activity.tsx']);
});

import { expect, test } from 'vitest';
import { codeIn } from './invitation-code.ts';

const code = 'Zq3-_0aBcDeFgHiJkLmN1w';

test.each([
  ['a link', `https://chat.example/spaces/join/${code}`],
  ['a link with something behind it', `https://chat.example/spaces/join/${code}?from=mail`],
  ['a link in a mail, with spaces around it', `  https://chat.example/spaces/join/${code}\n`],
  ['the code alone', code],
  ['the address of a space', 'https://chat.example/spaces/7653af82-5067-44c9-a30b-e8bdcbac9f6f#x'],
])('%s contains the code [SPACE-03]', (_, text) =>
  expect(codeIn(text)).toMatch(text.includes(code) ? code : /^7653af82-[\da-f-]{27}$/),
);

test.each([
  ['', 'https://chat.example/befriend?code=Zq3-_0aBcDeFgHiJkLmN1w'],
  ['', code.slice(1)],
  ['', `${code}x`],
])('anything that is neither a link nor a code contains none [SPACE-03]', (_, text) =>
  expect(codeIn(text)).toBeNull(),
);

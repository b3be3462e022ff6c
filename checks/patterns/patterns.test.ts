import { expect, test } from 'vitest';
import { worstFor } from './cost.ts';
import { patternsOfProduct } from './source.ts';
import { keptVerdicts, unsearched, verdictsOn } from './verdicts.ts';

const { written, made, normalising } = patternsOfProduct();

test('no pattern takes long on any text [CHECK-64]', { timeout: 600_000 }, () => {
  const slow = unsearched(written).flatMap(({ pattern, places }) => {
    const attack = worstFor(pattern);
    return attack ? [`${places.join(', ')} ${pattern} takes long on ${JSON.stringify(attack)}`] : [];
  });
  expect(slow).toEqual([]);
});

test('the kept verdicts are those on the patterns of today: `npm run patterns` renews them', () => {
  expect(keptVerdicts()).toEqual(verdictsOn(written.map(({ pattern }) => pattern)));
});

test('every pattern is written as a literal', () => {
  expect(written.length).toBeGreaterThan(250);
  expect(made).toEqual([]);
});

/** Normalising may move each accent past all before it, so only text known to be short is normalised. */
const normalised: Record<string, string> = {
  'apps/server/src/domains/files/name.ts': 'the name of a file, with at most 30 accents on a letter',
  'apps/server/src/domains/own-data/names.ts': 'names that the files of people were given here',
  'apps/server/src/domains/users/names.ts': 'usernames and addresses of at most 254 characters',
  'apps/server/src/platform/database/folded.ts': 'names, and what is looked for, of at most 254 characters',
  'apps/server/src/platform/mail/send-mail.ts': 'addresses of at most 254 characters',
  'apps/server/src/platform/tokens/passwords.ts': 'passwords of at most 1,024 characters',
  'apps/web/src/features/form/form-rules.ts': 'passwords of at most 1,025 characters',
  'apps/web/src/features/form/profile-rules.ts': 'at most 30 accents on a letter',
  'apps/web/src/features/messages/find/fold.ts': 'a text without its accents, or one character',
  'apps/web/src/features/room/draft/mentions.ts': 'names, and what is typed behind an @',
  'apps/web/src/features/space/making.ts': 'what our server took, with at most 30 accents on a letter',
  'apps/web/src/lib/files/encoding/decode.ts':
    'letters with at most three accents, and lines of 80 characters',
  'apps/web/src/lib/text/words.ts': 'a text without its accents',
  'packages/contract/src/text.ts': 'at most 30 accents on a letter',
  'packages/contract/src/user.ts': 'passwords of at most 1,024 characters',
};

test('no text of unlimited length is normalised', () => {
  expect(normalising.sort()).toEqual(Object.keys(normalised));
});

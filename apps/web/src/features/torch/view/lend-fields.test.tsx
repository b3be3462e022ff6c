import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultForm } from '../lends/lend-form.ts';
import { LendFields } from './lend-fields.tsx';

const terms = { price: { input: 1, output: 2 }, longest: 4_096 };
const target = {
  space: { space_id: 's', name: 'Family', visibility: 'invited' as const },
  ...{ askers: {}, as: 'lent' as const, wants: null },
};

/** The switch of the form, as its markup. */
function everyMessageIn(everyMessage?: boolean): string {
  const form = { ...defaultForm('invited', terms), ...(everyMessage !== undefined && { everyMessage }) };
  const beside = { target, terms, running: undefined, wrong: {}, change: () => {} };
  const shown = renderToStaticMarkup(<LendFields form={form} {...beside} />);
  expect(shown).toContain('Also messages that ask nothing');
  return /<input[^>]*role="switch"[^>]*>/.exec(shown)?.[0] ?? '';
}

test('a key is lent for every message only by a switch, which is off [MODE-02]', () => {
  expect(everyMessageIn()).toMatch(/role="switch"/);
  expect(everyMessageIn()).not.toContain('checked');
  expect(everyMessageIn(true)).toContain('checked');
});

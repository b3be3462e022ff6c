import { expect, test } from 'vitest';
import { afterFormEvent, type FieldErrors, type FormEvent, untouched } from './form-state.ts';
import type { Fields } from './initial-fields.ts';

const empty: Fields = { apiKey: '', endpoint: '', model: '', keyFrom: 'saved' };
const required = ({ apiKey, endpoint, model }: Fields): FieldErrors => ({
  ...(apiKey === '' && { apiKey: 'no key' }),
  ...(endpoint === '' && { endpoint: 'no endpoint' }),
  ...(model === '' && { model: 'no model' }),
});

const after = (...events: FormEvent[]) =>
  events.reduce((state, event) => afterFormEvent(state, event, required), untouched(empty));
const typed = (changes: Partial<Fields>): FormEvent => ({ type: 'changed', changes });

test('nothing is wrong while typing, before the first submit [FORM-05]', () => {
  expect(after(typed({ apiKey: 'k' }), typed({ apiKey: '' })).errors).toEqual({});
});

test('a submit says what is wrong with every field [FORM-05]', () => {
  expect(after(typed({ model: 'm' }), { type: 'submitted' }).errors).toEqual({
    apiKey: 'no key',
    endpoint: 'no endpoint',
  });
});

test('after it each change checks its own field, and only that [FORM-05]', () => {
  const filled = after({ type: 'submitted' }, typed({ apiKey: 'k' }));
  expect(filled.errors).toEqual({ endpoint: 'no endpoint', model: 'no model' });
  const emptied = after(typed({ apiKey: 'k' }), { type: 'submitted' }, typed({ apiKey: '' }));
  expect(emptied.errors).toHaveProperty('apiKey', 'no key');
});

test('a field that was checked before the submit is checked at its changes, the others are not', () => {
  const checked: FormEvent = { type: 'checked', names: ['apiKey', 'endpoint'] };
  expect(after(checked).errors).toEqual({ apiKey: 'no key', endpoint: 'no endpoint' });
  expect(after(checked, typed({ apiKey: 'k' }), typed({ model: '' })).errors).toEqual({
    endpoint: 'no endpoint',
  });
});

test('a reset form has no errors or notes, and is as good as never submitted', () => {
  const reset: FormEvent = { type: 'reset', values: { ...empty, apiKey: 'k' } };
  const corrected: FormEvent = { type: 'endpoint-corrected', from: 'localhost' };
  expect(after(corrected).corrected).toBe('localhost');
  expect(after(corrected, { type: 'submitted' }, reset, typed({ model: '' }))).toEqual(
    untouched({ ...empty, apiKey: 'k' }),
  );
});

import { describe, expect, test } from 'vitest';
import { providerNames } from '../catalog.ts';
import { checked } from './form-rules.ts';

const good = {
  type: 'openai',
  apiKey: 'sk-12345678',
  endpoint: 'https://api.openai.com/v1',
  model: 'gpt-4o',
};
const wrong = (change: Partial<typeof good>) => {
  const result = checked({ ...good, ...change } as never);
  return result.ok ? {} : result.wrong;
};

test.each(['', '   ', '\n'])('without a key (“%s”): API key is required [FORM-01]', (apiKey) => {
  expect(wrong({ apiKey })).toEqual({ apiKey: 'API key is required' });
});

test.each([
  '',
  'nope',
  'api.openai.com/v1',
  'localhost:11434',
  'ftp://host.example',
  'https://a:b@host.example',
])('the endpoint “%s”: Must be a valid URL [FORM-02]', (endpoint) =>
  expect(wrong({ endpoint })).toEqual({ endpoint: 'Must be a valid URL' }),
);

test.each(['', '  '])('without a model (“%s”): Model name is required [FORM-03]', (model) => {
  expect(wrong({ model })).toEqual({ model: 'Model name is required' });
});

test('all errors are shown together, one sentence each', () => {
  expect(wrong({ apiKey: '', endpoint: '', model: '' })).toEqual({
    apiKey: 'API key is required',
    endpoint: 'Must be a valid URL',
    model: 'Model name is required',
  });
});

describe('the provider', () => {
  test.each(providerNames)('%s is one of the five [FORM-04 CONF-03]', (type) =>
    expect(wrong({ type })).toEqual({}),
  );
  test.each(['', 'skynet', 'OpenAI'])('“%s” is not [FORM-04]', (type) => {
    expect(wrong({ type })).toHaveProperty('type');
  });
});

test('`none` is a key: some servers need none [FORM-06]', () =>
  expect(wrong({ apiKey: 'none' })).toEqual({}));

test.each(['••••••••', '“sk-123”', 'sk-1 2 3', 'ключ'])(
  '%s was copied badly, and the form says so',
  (apiKey) => {
    expect(wrong({ apiKey }).apiKey).toMatch(/Copy it again/);
  },
);

test.each([
  ['https://api.openai.com/v1?key=sk-12345678'],
  ['https://api.openai.com/sk-12345678/v1'],
  ['https://host.example/v1?api_key=another'],
])('a key has no place in the address %s', (endpoint) => {
  expect(wrong({ endpoint }).endpoint).toMatch(/Leave the key out of the address/);
});

test('spaces copied along with it are not saved', () => {
  expect(
    checked({
      ...good,
      apiKey: ' sk-12345678\n',
      endpoint: ' https://api.openai.com/v1 ',
      model: 'gpt-4o ',
    } as never),
  ).toEqual({
    ok: true,
    saved: good,
  });
});

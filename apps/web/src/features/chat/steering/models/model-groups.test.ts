import { expect, test } from 'vitest';
import { catalogue as models, type SavedProvider } from '../../../keys/index.ts';
import { groupLabels, matching, modelsOf, typedModel } from './model-groups.ts';

const catalogue = await models.fetch();
const now = Date.parse('2026-11-23');
const openai: SavedProvider = {
  provider: 'openai',
  origin: 'https://api.openai.com',
  name: 'OpenAI',
  model: 'gpt-6-luna',
};
const ollama: SavedProvider = {
  ...openai,
  origin: 'http://localhost:11434',
  name: 'Ollama',
  model: 'llama3.2:latest',
};
const unlisted = { models: null, isElsewhere: false };
const idsOf = (models: readonly { model: string }[]) => models.map(({ model }) => model);

test('before a provider has listed its models, those we know are shown, without retired ones [COST-13]', () => {
  const ids = idsOf(modelsOf(openai, unlisted, catalogue, now));
  expect(ids).toContain('gpt-6-luna');
  expect(ids).not.toContain('gpt-4');
  expect(new Set(ids).size).toBe(ids.length);
});

test('for a server elsewhere, only the saved model is known until it has listed its own [COST-13]', () => {
  expect(idsOf(modelsOf(ollama, { models: null, isElsewhere: true }, catalogue, now))).toEqual([
    ollama.model,
  ]);
});

test('a list without the saved model does not hide it [COST-13]', () => {
  const models = modelsOf(openai, { models: [{ id: 'gpt-9' }], isElsewhere: false }, catalogue, now);
  expect(idsOf(models)).toEqual(['gpt-6-luna', 'gpt-9']);
});

test('a price is the provider’s own or the one in the listing, never that of a model of the same name elsewhere [COST-24]', () => {
  const listed = [{ id: 'gpt-6-luna' }, { id: 'a/b', price: { input: 2, output: 10 }, readsImages: false }];
  const here = modelsOf(openai, { models: listed, isElsewhere: false }, catalogue, now);
  const elsewhere = modelsOf(ollama, { models: listed, isElsewhere: true }, catalogue, now);
  const summaryOf = (models: typeof here, id: string) => models.find(({ model }) => model === id)?.summary;
  expect(summaryOf(here, 'gpt-6-luna')?.price).not.toBeNull();
  expect(summaryOf(elsewhere, 'gpt-6-luna')?.price).toBeNull();
  expect(summaryOf(elsewhere, 'a/b')).toMatchObject({ price: { input: 2, output: 10 }, readsImages: false });
});

test('a dated id of a known model is shown by its id, so that no two rows look alike', () => {
  const listed = [{ id: 'gpt-4o' }, { id: 'gpt-4o-2024-08-06' }];
  const names = modelsOf(openai, { models: listed, isElsewhere: false }, catalogue, now).map(
    ({ name }) => name,
  );
  expect(names.slice(-2)).toEqual(['GPT-4o', 'gpt-4o-2024-08-06']);
});

const groups = [
  {
    connection: openai,
    label: 'OpenAI',
    models: modelsOf(
      openai,
      { models: [{ id: 'gpt-6-luna' }, { id: 'gpt-4o' }], isElsewhere: false },
      catalogue,
      now,
    ),
  },
  {
    connection: ollama,
    label: 'Ollama',
    models: modelsOf(ollama, { models: null, isElsewhere: true }, catalogue, now),
  },
];
const found = (text: string) => matching(groups, text).flatMap(({ models }) => idsOf(models));

test.each([
  ['', ['gpt-6-luna', 'gpt-4o', 'llama3.2:latest']],
  ['LUNA', ['gpt-6-luna']],
  ['4o gpt', ['gpt-4o']],
  ['ollama', ['llama3.2:latest']],
  ['openai luna', ['gpt-6-luna']],
  ['mistral', []],
])(
  'typing “%s” leaves the models with each word in their name or their connection’s [COST-25]',
  (text, ids) => {
    expect(found(text)).toEqual(ids);
  },
);

test('a typed text that is not in the list is a model name for the connection in use [COST-25]', () => {
  expect(typedModel(groups[0], ' gpt-9 ')).toBe('gpt-9');
  expect(typedModel(groups[0], 'gpt-4o')).toBeNull();
  expect(typedModel(groups[0], 'two words')).toBeNull();
  expect(typedModel(groups[0], ' ')).toBeNull();
  expect(typedModel(undefined, 'gpt-9')).toBeNull();
});

test('two connections with one name are told apart by their format', () => {
  const grok: SavedProvider = { ...ollama, provider: 'grok' };
  const companyOf = ({ provider }: SavedProvider) => provider;
  expect(groupLabels([ollama, grok, openai], companyOf)).toEqual([
    'Ollama · openai',
    'Ollama · grok',
    'OpenAI',
  ]);
});

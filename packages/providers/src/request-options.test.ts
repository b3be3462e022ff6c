import { describe, expect, test } from 'vitest';
import { type Effort, efforts } from './effort.ts';
import { knownModelsOf, modelInfo } from './known-models.ts';
import { type ProviderName, providerNames } from './question.ts';
import { effortFor, modelOptions, type RequestOptions, supportedOptions } from './request-options.ts';
import { collectEvents, json, network, questionOf, stream } from './testing/network.ts';

const done = () => stream('data: [DONE]\n\n');

/** What goes over the wire for these options, without the words. */
async function sent(type: ProviderName, model: string, options: RequestOptions, endpoint?: string) {
  const net = network(done());
  await collectEvents(questionOf(type, { model, ...(endpoint && { endpoint }) }, options), net);
  const {
    model: _,
    messages: __,
    contents: ___,
    stream: ____,
    stream_options: _____,
    ...rest
  } = net.sent[0]?.body ?? {};
  return rest;
}

describe('the effort travels as each provider understands it [COST-06]', () => {
  test.each([
    ['openai', 'gpt-6.2-sol', 'max', { reasoning_effort: 'max' }],
    ['openai', 'gpt-6-luna', 'none', { reasoning_effort: 'none' }],
    ['openai', 'gpt-4o', 'high', {}],
    ['openai', 'o9-unheard-of', 'minimal', { reasoning_effort: 'minimal' }],
    ['grok', 'grok-4.7', 'xhigh', { reasoning_effort: 'xhigh' }],
    ['grok', 'grok-4.20-reasoning', 'high', {}],
    ['deepseek', 'deepseek-flash', 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
    ['deepseek', 'deepseek-flash', 'none', { thinking: { type: 'disabled' } }],
    [
      'gemini',
      'gemini-4-argon',
      'low',
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low', includeThoughts: true } } },
    ],
    [
      'gemini',
      'gemini-2.5-pro',
      'high',
      { generationConfig: { thinkingConfig: { thinkingBudget: 32_768, includeThoughts: true } } },
    ],
    ['gemini', 'gemini-2.5-flash', 'none', { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
    [
      'anthropic',
      'claude-opus-5-5',
      'xhigh',
      {
        max_tokens: 16_000,
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'xhigh' },
      },
    ],
    [
      'anthropic',
      'claude-sonnet-4-6',
      'max',
      {
        max_tokens: 16_000,
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'max' },
      },
    ],
    ['anthropic', 'claude-haiku-5-5', 'none', { max_tokens: 16_000, thinking: { type: 'disabled' } }],
    [
      'anthropic',
      'claude-haiku-4-5',
      'low',
      { max_tokens: 6144, thinking: { type: 'enabled', budget_tokens: 2048 } },
    ],
    ['anthropic', 'claude-3-5-sonnet-20241022', 'high', { max_tokens: 4096 }],
  ] as const)('%s %s %s', async (provider, model, effort, expected) => {
    expect(await sent(provider, model, { effort })).toEqual(expected);
  });

  test('elsewhere it is said in the words most servers know', async () => {
    const said = await sent('deepseek', 'qwen3:8b', { effort: 'none' }, 'http://localhost:11434/v1');
    expect(said).toEqual({ reasoning_effort: 'none' });
  });

  test('options that are not set are not sent', async () => {
    expect(await sent('openai', 'gpt-6-luna', {})).toEqual({});
    expect(await sent('deepseek', 'deepseek-flash', {})).toEqual({});
    expect(await sent('grok', 'grok-4.7', {})).toEqual({});
  });
});

test.each([
  ['gpt-6.2-sol', 'none', 'low'],
  ['gpt-5.5', 'max', 'xhigh'],
  ['gpt-6-luna', 'minimal', 'low'],
  ['gpt-4o', 'high', undefined],
] as const)('%s is asked for the nearest effort it takes: %s as %s [COST-06]', (model, wanted, sent) => {
  expect(effortFor(modelInfo('openai', model), wanted)).toBe(sent);
});

describe('the temperature goes only to models that take it [COST-07]', () => {
  test.each<[ProviderName, string, Effort | undefined, number | null]>([
    ['openai', 'gpt-4o', undefined, 1.5],
    ['openai', 'gpt-6.2-sol', undefined, null],
    ['openai', 'gpt-5.5', undefined, null],
    ['openai', 'gpt-5.5', 'none', 1.5],
    ['openai', 'gpt-5.5', 'low', null],
    ['openai', 'an-unknown-one', undefined, 1.5],
    ['anthropic', 'claude-opus-5-5', undefined, null],
    ['anthropic', 'claude-haiku-5-5', 'none', null],
    ['anthropic', 'claude-sonnet-4-6', undefined, 1],
    ['anthropic', 'claude-sonnet-4-6', 'high', null],
    ['deepseek', 'deepseek-flash', undefined, null],
    ['deepseek', 'deepseek-flash', 'none', 1.5],
    ['grok', 'grok-4.7', undefined, 1.5],
  ])('%s %s with effort %s: %s [COST-07]', async (provider, model, effort, expected) => {
    const body = await sent(provider, model, { temperature: 1.5, ...(effort && { effort }) });
    expect(body.temperature ?? null).toBe(expected);
  });

  test('gemini has a place of its own for it', async () => {
    const { generationConfig } = await sent('gemini', 'gemini-3.8-flash', { temperature: 9 });
    expect(generationConfig).toMatchObject({ temperature: 2 });
  });
});

describe('the longest answer is never longer than the model’s [COST-08]', () => {
  test.each([
    ['openai', 'gpt-4o', 1_000_000, { max_completion_tokens: 16_384 }],
    ['deepseek', 'deepseek-v4-pro', 1_000_000, { max_tokens: 393_216 }],
    ['grok', 'grok-4.7', 1_000_000, { max_completion_tokens: 1_000_000 }],
    ['anthropic', 'claude-haiku-4-5', 1_000_000, { max_tokens: 64_000 }],
    ['anthropic', 'claude-haiku-4-5', 0, { max_tokens: 1 }],
  ] as const)('%s %s %d [COST-08]', async (provider, model, maxTokens, expected) => {
    expect(await sent(provider, model, { maxTokens })).toEqual(expected);
  });

  test('thinking by budget leaves half of it for the answer, and stays away where it does not fit', async () => {
    const options = { effort: 'high', maxTokens: 4000 } as const;
    expect(await sent('anthropic', 'claude-haiku-4-5', options)).toEqual({
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    });
    expect(await sent('gemini', 'gemini-2.5-flash-lite', options)).toEqual({
      generationConfig: {
        maxOutputTokens: 4000,
        thinkingConfig: { thinkingBudget: 2000, includeThoughts: true },
      },
    });
    expect(await sent('anthropic', 'claude-haiku-4-5', { ...options, maxTokens: 500 })).toEqual({
      max_tokens: 500,
    });
  });
});

describe('an unknown model that refuses an option gets the question again without it [COST-09]', () => {
  test.each<[ProviderName, string, RequestOptions]>([
    [
      'openai',
      "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
      { effort: 'high' },
    ],
    ['grok', 'Model x does not support parameter reasoningEffort.', { effort: 'high' }],
    ['deepseek', 'unknown field thinking', { effort: 'none' }],
    [
      'openai',
      "Unsupported value: 'temperature' does not support 0.3 with this model.",
      { temperature: 0.3 },
    ],
    ['openai', 'max_completion_tokens is too large', { maxTokens: 9_000_000 }],
    ['gemini', 'Unknown name "thinkingLevel"', { effort: 'high' }],
    ['gemini', 'The value of max_output_tokens is out of range', { maxTokens: 9_000_000 }],
    ['anthropic', 'output_config.effort: not supported by this model', { effort: 'high' }],
  ])('%s: %s [COST-09]', async (provider, message, options) => {
    const net = network(json({ error: { message } }, 400), done());
    await collectEvents(questionOf(provider, { model: 'unheard-of' }, options), net);
    const plain = network(done());
    await collectEvents(questionOf(provider, { model: 'unheard-of' }), plain);
    const { thinking: _, ...second } = net.sent[1]?.body ?? {};
    expect({ generationConfig: {}, ...second }).toEqual({ generationConfig: {}, ...plain.sent[0]?.body });
  });
});

describe('the options offered to the user [COST-10]', () => {
  test('a known model: those it accepts [COST-10]', () => {
    expect(modelOptions('openai', 'gpt-6.2-sol')).toEqual({
      isUnknown: false,
      efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      defaultEffort: 'medium',
      maxTemperature: null,
      temperatureOnlyWithoutThinking: false,
      maxOutputTokens: 128_000,
    });
    expect(modelOptions('openai', 'gpt-5.5')).toMatchObject({
      maxTemperature: null,
      temperatureOnlyWithoutThinking: true,
    });
    expect(modelOptions('openai', 'gpt-5.5', 'none').maxTemperature).toBe(2);
    expect(modelOptions('anthropic', 'claude-sonnet-4-6').maxTemperature).toBe(1);
  });

  test('an unknown model: all of them', () => {
    expect(modelOptions('openai', 'qwen3:8b')).toMatchObject({
      isUnknown: true,
      efforts,
      maxTemperature: 2,
    });
  });

  test('every effort that is offered is sent unchanged, and the default is among them', () => {
    for (const provider of providerNames)
      for (const info of knownModelsOf(provider)) {
        const { takes, usual } = info.efforts ?? { takes: [], usual: null };
        for (const effort of takes)
          expect(supportedOptions(provider, info, { effort }), info.id).toEqual({ effort });
        if (usual) expect(takes, info.id).toContain(usual);
        if (takes.some((effort) => effort !== 'none')) expect(info.reasoning, info.id).toBe(true);
      }
  });
});

import { InvalidRequest, isJson, type JsonBody } from './model-request.ts';
import type { ModelReply } from './reply.ts';
import type { ChatFlavour } from './wires/chat-completions.ts';

type Usage = ModelReply['usage'];

const details = ({ reasoning }: Usage) => ({ completion_tokens_details: { reasoning_tokens: reasoning } });
const usual = (usage: Usage) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output + usage.reasoning,
  total_tokens: usage.input + usage.output + usage.reasoning,
});

const raster = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

const openaiKnows = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stop',
  'seed',
  'user',
  'store',
  'metadata',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'service_tier',
  'prompt_cache_key',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'modalities',
  'safety_identifier',
];
const thinksFirst = /^(gpt-[5-9]|o\d)/;

/** Section 2.6 of the reference. */
function openaiEfforts(model: string): string[] {
  if (!thinksFirst.test(model)) return [];
  if (/^gpt-6(-astra|\.\d-sol)/.test(model)) return ['low', 'medium', 'high', 'xhigh', 'max'];
  if (/^gpt-6/.test(model)) return ['none', 'low', 'medium', 'high', 'xhigh', 'max'];
  return ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'];
}

function openaiCheck(body: JsonBody) {
  const model = String(body.model);
  const efforts = openaiEfforts(model);
  if ('reasoning_effort' in body && !efforts.includes(String(body.reasoning_effort)))
    throw new InvalidRequest(
      efforts.length === 0
        ? `Unsupported parameter: 'reasoning_effort' is not supported with this model.`
        : `Unsupported value: 'reasoning_effort' does not support '${body.reasoning_effort}' with this model.`,
      { param: 'reasoning_effort', code: 'unsupported_parameter' },
    );
  if (!thinksFirst.test(model)) return;
  if ('max_tokens' in body)
    throw new InvalidRequest(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    );
  const mayBeWarm = /^gpt-5\.[1-6]/.test(String(body.model)) && body.reasoning_effort === 'none';
  for (const param of mayBeWarm ? [] : ['temperature', 'top_p'])
    if (param in body && body[param] !== 1)
      throw new InvalidRequest(
        `Unsupported value: '${param}' does not support ${body[param]} with this model.`,
        {
          param,
          code: 'unsupported_value',
        },
      );
}

export const openaiFlavour: ChatFlavour = {
  isOpenai: true,
  rules: {
    knows: openaiKnows,
    images: raster,
    imageAddresses: true,
    files: ['application/pdf'],
    check: openaiCheck,
    reasoning: ({ model }) => (thinksFirst.test(String(model)) ? 'hidden' : 'off'),
  },
  reasoningField: null,
  usageComes: 'apart',
  usage: (usage) => ({
    ...usual(usage),
    prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    ...details(usage),
  }),
  extra: { service_tier: 'default' },
};

export const deepseekFlavour: ChatFlavour = {
  rules: {
    images: (model) => (model === 'deepseek-v4-pro' ? [] : raster),
    imageAddresses: true,
    files: raster,
    check({ max_tokens: most }) {
      if (most !== undefined && !(Number(most) >= 1 && Number(most) <= 393_216))
        throw new InvalidRequest('Invalid max_tokens value, the valid range of max_tokens is [1, 393216]', {
          param: 'max_tokens',
        });
    },
    reasoning: ({ thinking }) => (isJson(thinking) && thinking.type === 'disabled' ? 'off' : 'shown'),
  },
  reasoningField: 'reasoning_content',
  comment: 'keep-alive',
  blankLines: true,
  usageComes: 'apart',
  usage: (usage) => ({
    ...usual(usage),
    prompt_cache_hit_tokens: 0,
    prompt_cache_miss_tokens: usage.input,
    ...details(usage),
  }),
  extra: { system_fingerprint: 'fp_imitation' },
};

/** xAI counts reasoning separately from completion_tokens. */
export const grokFlavour: ChatFlavour = {
  rules: {
    images: ['image/png', 'image/jpeg'],
    imageAddresses: true,
    files: [],
    check(body) {
      const model = String(body.model);
      if (/^grok-4\.20/.test(model) && 'reasoning_effort' in body)
        throw new InvalidRequest(`Model ${model} does not support parameter reasoningEffort.`);
      if (body.reasoning_effort === 'none' && !/^grok-4\.3/.test(model))
        throw new InvalidRequest(`Model ${model} does not support reasoningEffort none.`);
      if (Number(body.temperature ?? 0) > 2) throw new InvalidRequest('Temperature must be between 0 and 2.');
      for (const name of ['presence_penalty', 'frequency_penalty', 'stop'])
        if (name in body && !model.includes('non-reasoning'))
          throw new InvalidRequest(`Model ${model} does not support parameter ${name}.`);
      if ('search_parameters' in body) throw new InvalidRequest('Live search is deprecated.');
    },
    reasoning: ({ model, reasoning_effort: effort }) =>
      String(model).includes('non-reasoning') || effort === 'none' ? 'off' : 'shown',
  },
  reasoningField: 'reasoning_content',
  usageComes: 'with-finish',
  usage: (usage) => ({
    ...usual(usage),
    completion_tokens: usage.output,
    prompt_tokens_details: { text_tokens: usage.input, image_tokens: 0, cached_tokens: 0 },
    ...details(usage),
    // Ten billionths of a dollar: $2 and $6 for a million.
    cost_in_usd_ticks: usage.input * 20_000 + (usage.output + usage.reasoning) * 60_000,
  }),
  extra: { service_tier: 'default', system_fingerprint: 'fp_imitation' },
};

const always = (shown: 'shown' | 'off') => () => shown;

export const ollamaFlavour: ChatFlavour = {
  rules: { images: ['image/png', 'image/jpeg', 'image/webp'], files: [], reasoning: always('shown') },
  reasoningField: 'reasoning',
  usageComes: 'apart',
  usage: usual,
  extra: { system_fingerprint: 'fp_ollama' },
};

export const lmstudioFlavour: ChatFlavour = { ...ollamaFlavour, reasoningField: 'reasoning_content' };

export const vllmFlavour: ChatFlavour = { ...ollamaFlavour, extra: {} };

// As its list of models says: $2 and $10 for a million.
const openrouterCost = (usage: Usage) =>
  (usage.input * 2 + (usage.output + usage.reasoning) * 10) / 1_000_000;

export const openrouterFlavour: ChatFlavour = {
  rules: {
    images: raster,
    imageAddresses: true,
    files: ['application/pdf'],
    reasoning: always('shown'),
  },
  reasoningField: 'reasoning',
  reasoningDetails: true,
  comment: 'OPENROUTER PROCESSING',
  usageComes: 'apart',
  usage: (usage) => ({ ...usual(usage), cost: openrouterCost(usage), is_byok: false, ...details(usage) }),
  extra: { provider: 'Imitation' },
};

/** An old server that sends only the necessary fields, and refuses unknown ones. */
export const strictFlavour: ChatFlavour = {
  isBare: true,
  partsContent: true,
  rules: {
    knows: ['model', 'messages', 'stream', 'max_tokens', 'temperature', 'top_p', 'stop', 'seed'],
    noStreamOptions: true,
    images: [],
    files: [],
    reasoning: always('off'),
  },
  reasoningField: null,
  usageComes: 'never',
  usage: usual,
  finish: { stop: 'eos' },
};

import type { Host } from './hosts.ts';
import type { ImitatedModel } from './models.ts';

const created = 1_790_000_000;

const openaiEntry = (host: Host) => (model: ImitatedModel) => ({
  id: model.id,
  object: 'model',
  ...(host.name !== 'deepseek' && { created }),
  owned_by: host.name === 'ollama' ? 'library' : host.name,
  ...(host.name === 'openai' && { shutdown_date: model.ends ?? null }),
  ...(host.name === 'vllm' && { max_model_len: model.context }),
  ...(host.name === 'openrouter' && {
    name: model.name,
    context_length: model.context,
    architecture: {
      input_modalities: model.vision ? ['text', 'image'] : ['text'],
      output_modalities: ['text'],
    },
    pricing: { prompt: '0.000002', completion: '0.00001' },
    top_provider: { max_completion_tokens: model.output, is_moderated: false },
  }),
});

const geminiEntry = (model: ImitatedModel) => ({
  name: `models/${model.id}`,
  version: '001',
  displayName: model.name,
  description: `${model.name}, imitated`,
  inputTokenLimit: model.context,
  outputTokenLimit: model.output,
  supportedGenerationMethods: model.notChat ? ['embedContent'] : ['generateContent', 'countTokens'],
  ...(!model.notChat && { temperature: 1, topP: 0.95, topK: 64, maxTemperature: 2 }),
  ...(model.reasoning && { thinking: true }),
});

function anthropicEntry(model: ImitatedModel) {
  const can = (supported: boolean) => ({ supported });
  return {
    type: 'model',
    id: model.id,
    display_name: model.name,
    created_at: '2026-09-01T00:00:00Z',
    lifecycle: model.ends ? 'deprecated' : 'active',
    deprecated_at: model.ends ? '2026-06-01T00:00:00Z' : null,
    retires_at: model.ends ? `${model.ends}T00:00:00Z` : null,
    max_input_tokens: model.context,
    max_tokens: model.output,
    capabilities: {
      image_input: can(model.vision ?? false),
      pdf_input: can(true),
      citations: can(true),
      structured_outputs: can(true),
      thinking: {
        supported: model.reasoning ?? false,
        types: { adaptive: can(true), enabled: can(false), disabled: can(false), between_tools: can(false) },
      },
    },
  };
}

/** The body of GET …/models, page by page where the provider pages. */
export function modelList(host: Host, query: URLSearchParams): unknown {
  if (host.list === 'openai') return { object: 'list', data: host.models.map(openaiEntry(host)) };
  if (host.list === 'anthropic') {
    const { page, rest } = paged(host.models, query.get('after_id'), Number(query.get('limit') ?? 20));
    return {
      data: page.map(anthropicEntry),
      has_more: rest > 0,
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
    };
  }
  const { page, rest } = paged(host.models, query.get('pageToken'), Number(query.get('pageSize') ?? 50));
  return { models: page.map(geminiEntry), ...(rest > 0 && { nextPageToken: page.at(-1)?.id }) };
}

function paged(models: readonly ImitatedModel[], after: string | null, size: number) {
  const from = models.findIndex(({ id }) => id === after) + 1;
  const page = models.slice(from, from + size);
  return { page, rest: models.length - from - page.length };
}

/** The body of GET …/models/{id}; null when there is no such model. */
export function modelEntry(host: Host, id: string): unknown {
  const model = host.models.find((listed) => listed.id === id);
  if (!model) return null;
  if (host.list === 'gemini') return geminiEntry(model);
  return host.list === 'anthropic' ? anthropicEntry(model) : openaiEntry(host)(model);
}

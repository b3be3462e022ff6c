import { type ModelInfo, modelInfo } from './known-models.ts';
import { type Effort, efforts, type ProviderName } from './question.ts';

/** How the provider is to answer, beside the words themselves. */
export interface Wishes {
  maxTokens?: number;
  temperature?: number;
  effort?: Effort;
}

/** What may be wished of a model, as a person is offered it. */
export interface Offer {
  /** Nothing is written down of this model: wishes are sent as they are. */
  isUnknown: boolean;
  /** From least to most; empty where nothing can be chosen. */
  efforts: readonly Effort[];
  /** What it does when nobody says; null where that is not stated. */
  usualEffort: Effort | null;
  /** The highest temperature; null where none is taken. */
  mostTemperature: number | null;
  /** A temperature is taken once `none` is the effort. */
  isWarmOnlyUnthinking: boolean;
  /** Tokens of the longest answer; null where the provider states no limit. */
  maxOutputTokens: number | null;
}

const mostTemperature: Readonly<Record<ProviderName, number>> = {
  openai: 2,
  gemini: 2,
  anthropic: 1,
  deepseek: 2,
  grok: 2,
};

/** What may be wished of a model. @param effort the effort that is wished at the same time */
export function offerOf(provider: ProviderName, model: string, effort?: Effort): Offer {
  const info = modelInfo(provider, model);
  return {
    isUnknown: info === null,
    efforts: info ? (info.efforts?.takes ?? []) : efforts,
    usualEffort: info?.efforts?.usual ?? null,
    mostTemperature: takesTemperature(info, effort) ? mostTemperature[provider] : null,
    isWarmOnlyUnthinking: Boolean(info?.isWarmOnlyUnthinking && info.efforts?.takes.includes('none')),
    maxOutputTokens: info?.maxOutputTokens ?? null,
  };
}

/** The wishes as this model takes them: what it would refuse is left out, what is too much becomes its most. */
export function granted(provider: ProviderName, info: ModelInfo | null, wishes: Wishes): Wishes {
  const effort = effortFor(info, wishes.effort);
  const { maxTokens, temperature } = wishes;
  const mostTokens = info?.maxOutputTokens ?? Number.POSITIVE_INFINITY;
  return {
    ...(effort !== undefined && { effort }),
    ...(maxTokens !== undefined && { maxTokens: between(1, Math.round(maxTokens), mostTokens) }),
    ...(temperature !== undefined &&
      takesTemperature(info, effort) && { temperature: between(0, temperature, mostTemperature[provider]) }),
  };
}

/** The effort a model is really asked for: the wished one, else the nearest it takes; none where it takes none. */
export function effortFor(info: ModelInfo | null, wished: Effort | undefined): Effort | undefined {
  if (wished === undefined || info === null) return wished;
  const takes = info.efforts?.takes ?? [];
  if (takes.includes(wished)) return wished;
  const rank = efforts.indexOf(wished);
  const thinking = takes.filter((effort) => effort !== 'none');
  return thinking.findLast((effort) => efforts.indexOf(effort) < rank) ?? thinking[0];
}

function takesTemperature(info: ModelInfo | null, effort: Effort | undefined): boolean {
  if (!info) return true;
  if (!info.acceptsTemperature) return false;
  return !info.isWarmOnlyUnthinking || (effort ?? info.efforts?.usual) === 'none';
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

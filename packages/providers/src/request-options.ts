import { type ModelInfo, modelInfo } from './known-models.ts';
import { type Effort, efforts, type ProviderName } from './question.ts';

/** How the provider is to answer, beside the words themselves. */
export interface RequestOptions {
  maxTokens?: number;
  temperature?: number;
  effort?: Effort;
}

/** The options of a model, as a person is offered them. */
export interface Offer {
  /** The catalogue does not know this model: options are sent as they are. */
  isUnknown: boolean;
  /** From least to most; empty where nothing can be chosen. */
  efforts: readonly Effort[];
  /** What it does by default; null where that is not stated. */
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

/** The options of a model. @param effort the effort that is wanted at the same time */
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

/** The options as this model takes them: what it would refuse is left out, what is too much becomes its maximum. */
export function supportedOptions(
  provider: ProviderName,
  info: ModelInfo | null,
  options: RequestOptions,
): RequestOptions {
  const effort = effortFor(info, options.effort);
  const { maxTokens, temperature } = options;
  const tokenLimit = info?.maxOutputTokens ?? Number.POSITIVE_INFINITY;
  return {
    ...(effort !== undefined && { effort }),
    ...(maxTokens !== undefined && { maxTokens: between(1, Math.round(maxTokens), tokenLimit) }),
    ...(temperature !== undefined &&
      takesTemperature(info, effort) && { temperature: between(0, temperature, mostTemperature[provider]) }),
  };
}

/** The effort that is really sent: the wanted one, else the nearest it takes; none where it takes none. */
export function effortFor(info: ModelInfo | null, wanted: Effort | undefined): Effort | undefined {
  if (wanted === undefined || info === null) return wanted;
  const takes = info.efforts?.takes ?? [];
  if (takes.includes(wanted)) return wanted;
  const rank = efforts.indexOf(wanted);
  const thinking = takes.filter((effort) => effort !== 'none');
  return thinking.findLast((effort) => efforts.indexOf(effort) < rank) ?? thinking[0];
}

function takesTemperature(info: ModelInfo | null, effort: Effort | undefined): boolean {
  if (!info) return true;
  if (!info.acceptsTemperature) return false;
  return !info.isWarmOnlyUnthinking || (effort ?? info.efforts?.usual) === 'none';
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

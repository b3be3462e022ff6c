import { type Effort, efforts } from './effort.ts';
import { type ModelInfo, modelInfo } from './known-models.ts';
import type { ProviderName } from './question.ts';

/** How the provider should answer. */
export interface RequestOptions {
  maxTokens?: number;
  temperature?: number;
  effort?: Effort;
}

/** The options of a model, as offered to the user. */
export interface ModelOptions {
  /** Our table does not have this model: options are sent unchanged. */
  isUnknown: boolean;
  /** In ascending order; empty where there is no choice. */
  efforts: readonly Effort[];
  /** Null where the provider does not state it. */
  defaultEffort: Effort | null;
  /** The highest temperature; null where none is accepted. */
  maxTemperature: number | null;
  /** A temperature is accepted only with the effort `none`. */
  temperatureOnlyWithoutThinking: boolean;
  /** Tokens of the longest answer; null where the provider states no limit. */
  maxOutputTokens: number | null;
}

const maxTemperature: Readonly<Record<ProviderName, number>> = {
  openai: 2,
  gemini: 2,
  anthropic: 1,
  deepseek: 2,
  grok: 2,
};

/** The options of a model. @param effort the effort chosen along with them */
export function modelOptions(provider: ProviderName, model: string, effort?: Effort): ModelOptions {
  const info = modelInfo(provider, model);
  return {
    isUnknown: info === null,
    efforts: info ? (info.efforts?.takes ?? []) : efforts,
    defaultEffort: info?.efforts?.usual ?? null,
    maxTemperature: takesTemperature(info, effort) ? maxTemperature[provider] : null,
    temperatureOnlyWithoutThinking: Boolean(
      info?.temperatureOnlyWithoutThinking && info.efforts?.takes.includes('none'),
    ),
    maxOutputTokens: info?.maxOutputTokens ?? null,
  };
}

/** The options this model accepts: what it would refuse is left out, and what is too high becomes its maximum. */
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
      takesTemperature(info, effort) && { temperature: between(0, temperature, maxTemperature[provider]) }),
  };
}

/** The effort to send: the requested one, else the nearest it accepts; undefined where it accepts none. */
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
  return !info.temperatureOnlyWithoutThinking || (effort ?? info.efforts?.usual) === 'none';
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

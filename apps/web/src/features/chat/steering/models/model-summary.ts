import { once } from '../../../../lib/text/once.ts';
import type { ListedModel, ModelCatalogue } from '../../../keys/index.ts';

type ModelInfo = NonNullable<ReturnType<ModelCatalogue['modelInfo']>>;
type Price = NonNullable<ReturnType<ModelCatalogue['priceAt']>>;

/** What helps to choose a model; null when unknown. */
export interface ModelSummary {
  /** US dollars per million tokens. */
  price: { input: number; output: number } | null;
  /** Tokens. */
  contextWindow: number | null;
  readsImages: boolean | null;
}

/** The listing of the provider takes precedence over the catalogue. Another host has its own prices. */
export function modelSummary(listed: ListedModel, info: ModelInfo | null, known: Price | null): ModelSummary {
  return {
    price: listed.price ?? known?.price ?? null,
    contextWindow: listed.contextWindow ?? info?.contextWindow ?? null,
    readsImages: listed.readsImages ?? (info ? info.takes.includes('images') : null),
  };
}

/** Whether a name only spells out the id: *GPT-6 Luna* is `gpt-6-luna`. */
export const isSpelledOut = (name: string, id: string): boolean => slug(name) === slug(id);

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The summary in one line: `$2.50 in · $10 out · 128K context · images`. Empty where nothing is known. */
export function summaryInWords({ price, contextWindow, readsImages }: ModelSummary, locale?: string): string {
  const isFree = price?.input === 0 && price.output === 0;
  return [
    ...(isFree ? ['free'] : []),
    ...(price && !isFree
      ? [`${dollars(price.input, locale)} in`, `${dollars(price.output, locale)} out`]
      : []),
    ...(contextWindow ? [`${tokens(contextWindow)} context`] : []),
    ...(readsImages ? ['images'] : []),
  ].join(' · ');
}

/** Cached: creating a format takes longer than using it, and there is a price in every row. */
const formats = new Map<string, Intl.NumberFormat>();

function dollars(usd: number, locale?: string): string {
  const least = Number.isInteger(usd) ? 0 : 2;
  const most = usd < 0.1 ? 4 : 2;
  const key = `${locale} ${least} ${most}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
  formats.set(key, format);
  return format.format(usd);
}

const compact = once(
  () => new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 }),
);
const tokens = (count: number) => compact().format(count);

import type { ListedModel } from '../../keys/index.ts';
import type { ModelCatalogue } from './model-catalogue.ts';

type ModelInfo = NonNullable<ReturnType<ModelCatalogue['modelInfo']>>;
type Price = NonNullable<ReturnType<ModelCatalogue['priceAt']>>;

/** What a person may want to know before choosing; null when unknown. */
export interface ModelFacts {
  /** US dollars per million tokens. */
  price: { input: number; output: number } | null;
  /** Tokens. */
  contextWindow: number | null;
  readsImages: boolean | null;
}

/** What a model's own provider says takes precedence over what we know. A host elsewhere has its own prices. */
export function modelFacts(listed: ListedModel, info: ModelInfo | null, known: Price | null): ModelFacts {
  return {
    price: listed.price ?? known?.price ?? null,
    contextWindow: listed.contextWindow ?? info?.contextWindow ?? null,
    readsImages: listed.readsImages ?? (info ? info.takes.includes('images') : null),
  };
}

/** Whether a name says no more than the id does: *GPT-6 Luna* is `gpt-6-luna`. */
export const isSpelledOut = (name: string, id: string): boolean => slug(name) === slug(id);

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The facts in one line: `$2.50 in · $10 out · 128K context · images`. Empty where nothing is known. */
export function factsInWords({ price, contextWindow, readsImages }: ModelFacts, locale?: string): string {
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

/** Creating a format takes longer than all its uses, and there is a price in every row. */
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

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const tokens = (count: number) => compact.format(count);

import { type Filters, searchTerms } from '@polylogue/sync/search';
import type { Label } from './index-entry.ts';
import type { Sought } from './searching.ts';

/** A question as a browser asks it. */
export interface SearchRequest {
  text: string;
  filters: { [Name in keyof Omit<Filters, 'folder'>]?: Filters[Name] | undefined } & {
    /** Ids; the domain that has folders looks into them. */
    folders?: readonly string[] | undefined;
  };
  cursor?: string | undefined;
}

/**
 * What a question means.
 * @param author the label of who wrote it, from the filter `from`
 * @returns null: it asks for nothing
 */
export function soughtFor({ text, filters }: SearchRequest, author: Label | null): Sought | null {
  const { provider, model, has_file, after = 0, before = Number.MAX_SAFE_INTEGER } = filters;
  const terms = searchTerms(text);
  const labels: Label[] = [
    ...(author ? [author] : []),
    ...(provider ? [`provider ${provider}` as const] : []),
    ...(model ? [`model ${model}` as const] : []),
    ...(has_file ? ['file' as const] : []),
  ];
  const asksForMore = [filters.after, filters.before, filters.folders].some((one) => one !== undefined);
  if (terms.length === 0 && labels.length === 0 && !asksForMore) return null;
  return { terms, labels, after, before };
}

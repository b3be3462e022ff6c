import { reasonOf } from '../person/index.ts';
import type { SearchState } from './search-state.ts';

/** What may be missing among the finds, and why; '' where nothing is. */
export function searchNote(
  { isHereOnly, isIndexing }: Pick<SearchState, 'isHereOnly' | 'isIndexing'>,
  error: Error | null,
  isGuest: boolean,
): string {
  const sentences = [
    isHereOnly && !isGuest && 'Spaces and people are searched when you are online.',
    error && `Not everything could be searched. ${reasonOf(error)}`,
    isIndexing && 'Older messages are still being prepared for searching: some may be missing.',
  ];
  return sentences.filter(Boolean).join(' ');
}

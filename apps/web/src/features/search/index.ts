export { search } from './by-title.ts';
export { conversationEntry, searchedConversations } from './conversation-entry.ts';
export { FilterChips } from './filter-chips.tsx';
export { FoundMessages } from './found-messages.tsx';
export type { Hit } from './hit.ts';
export type { SearchScope } from './open-search.ts';
export { type SavedSearch, searchAddress } from './saved-search.ts';
export { SavedSearches, SaveSearch, useSavedSearches } from './saved-searches.tsx';
export { useMessageSearch } from './use-message-search.ts';

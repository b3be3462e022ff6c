/** Functions that are still too long; the list may only shrink. */
export const tooLong: readonly string[] = [
  'ChatView',
  'ProviderForm',
  'follow',
  'memoryStorage',
  'openFinder',
  'openListWindow',
  'openSettings',
  'scan',
  'storeChanges',
  'useProviderForm',
];

/** Functions that still keep too many variables; the list may only shrink. */
export const keepTooMuch: readonly string[] = [
  'follow',
  'liveDocument',
  'membersOf',
  'openListWindow',
  'openSettings',
  'show',
];

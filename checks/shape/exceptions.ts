/** Functions that are still too long; the list may only shrink. */
export const tooLong: readonly string[] = [
  'ChatView',
  'ProviderForm',
  'buildApp',
  'conversationStore',
  'dataExports',
  'fileService',
  'fileStore',
  'follow',
  'jobRunner',
  'memoryStorage',
  'openFinder',
  'openListWindow',
  'openSettings',
  'pulling',
  'readBatch',
  's3Store',
  'scan',
  'storeChanges',
  'useProviderForm',
  'userService',
  'userStore',
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

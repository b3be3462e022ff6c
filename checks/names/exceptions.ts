/** Names that several files define, and why; the list may only shrink. */
export const sharedNames: Readonly<Record<string, string>> = {
  answer: 'not yet looked at',
  ask: 'the pure functions of each wire have the same names',
  conversationStore: 'not yet looked at',
  Found: 'not yet looked at',
  idOf: 'not yet looked at',
  list: 'as ask',
  models: 'not yet looked at',
  modelsOf: 'not yet looked at',
  personalData: 'what each domain with data of people exports for the copy and the deletion',
  read: 'as ask',
};

/** Names that several files define, and why; the list may only shrink. */
export const sharedNames: Readonly<Record<string, string>> = {
  ask: 'the pure functions of each wire have the same names',
  list: 'as ask',
  personalData: 'what each domain with data of people exports for the copy and the deletion',
  read: 'as ask',
};

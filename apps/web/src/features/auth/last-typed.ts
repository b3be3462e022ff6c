/** What one form passes on to the next, so that an address is typed only once. In memory only. */
export const lastTyped = { email: '' };

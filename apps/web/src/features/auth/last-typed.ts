/** What one form passes on to the next, so that it is typed only once. In memory only. */
export const lastTyped = { email: '', invite: '' };

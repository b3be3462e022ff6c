/** What goes from one form to the next, so that nobody types an address twice. In memory only. */
export const kept = { email: '' };

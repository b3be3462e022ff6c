/** In the storage of the tab in which a first key was saved, until its person knows what it could do in their spaces. */
export const firstKeyEntry = 'polylogue.first_key';

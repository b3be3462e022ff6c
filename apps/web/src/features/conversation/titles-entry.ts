/** Whether a model is asked for titles in this browser: no entry, `on`, or `everywhere`: by servers of one's own, too. */
export const titlesEntry = 'polylogue.titles';

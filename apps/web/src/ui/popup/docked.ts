import { createContext } from 'react';

/** Inside a drawer that stands in the page: what opens over the whole page must not open in it, below the page's header. */
export const DockedContext = createContext(false);

import type { ReactNode } from 'react';

interface LegalSection {
  /** Its address within the page. */
  id: string;
  title: string;
  body: ReactNode;
}

/** A text people can hold us to. */
export interface LegalText {
  title: string;
  /** Since when it counts, as the words and the date. */
  since: string;
  /** The whole in a few sentences. */
  summary: string;
  sections: readonly LegalSection[];
}

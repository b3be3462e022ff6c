import type { ReactNode } from 'react';

interface LegalSection {
  /** Its fragment in the page's address. */
  id: string;
  title: string;
  body: ReactNode;
}

/** A text people can hold us to. */
export interface LegalText {
  title: string;
  /** When it came into force, as text and as a date. */
  since: string;
  /** A summary in a few sentences. */
  summary: string;
  sections: readonly LegalSection[];
}

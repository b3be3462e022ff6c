/** One thing of a list, and where it leads. */
export interface Entry {
  href: string;
  title: string;
  /** What it is, in a few words. */
  about?: string;
}

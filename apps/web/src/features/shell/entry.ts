/** One entry of a list, and where it leads. */
export interface Entry {
  href: string;
  title: string;
  /** A short description. */
  about?: string;
}

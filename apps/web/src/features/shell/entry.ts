/** One entry of a list, and where it leads. */
export interface Entry {
  href: string;
  title: string;
  /** A short description. */
  about?: string;
  /** What tells it from others of the same name, such as a day; nobody searches for that. */
  aside?: string;
}

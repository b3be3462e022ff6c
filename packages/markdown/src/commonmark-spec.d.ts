/** The examples of the CommonMark specification. The package has no types of its own. */
declare module 'commonmark-spec' {
  const spec: { tests: { markdown: string; section: string; number: number }[] };
  export default spec;
}

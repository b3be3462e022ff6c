import { lazy } from '../../lib/lazy/lazy.ts';

const load = () => import('./markdown/index.ts');

/** Fetched on idle, or as soon as there is a message; until it is here a text is readable as it was written. */
export const markdown = lazy(() => load().then((file) => file.Markdown));

/** For a page without a message: the first words of the first reply find it ready. */
export async function prepareMarkdown(): Promise<void> {
  await markdown.fetch();
  (await load()).warmUp();
}

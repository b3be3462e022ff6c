import { lazy } from '../../../lib/lazy/lazy.ts';

const load = () => import('./index.ts');

/** Loaded when idle, or as soon as there is a message; until then texts are shown as written. */
export const markdown = lazy(() => load().then((file) => file.Markdown));

/** For a page without messages: so that it is loaded before the first words of the first reply. */
export async function prepareMarkdown(): Promise<void> {
  await markdown.fetch();
  (await load()).warmUp();
}

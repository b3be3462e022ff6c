import { lazy } from '../lib/lazy/lazy.ts';
import { framed } from './framed.tsx';
import type { LoadablePage } from './navigation-handler.ts';
import { page } from './page.tsx';

/** Does not depend on the sign-in. */
export const chatPage = page(() =>
  import('../features/chat/index.ts').then((module) => framed(module.ChatPage)),
);

/** The addresses of the chat. */
export const chatPaths = ['/chat', /^\/chat\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/];

// Their table is a file of its own, which a chat fetches when it is idle.
const others = lazy(() => import('./other-pages.tsx'));
export const otherPages = page(() => others.fetch().then((module) => module.OtherPages));

export function pageAt(at: string): LoadablePage {
  if (chatPaths.some((path) => (typeof path === 'string' ? path === at : path.test(at)))) return chatPage;
  const other = () => others.loaded()?.otherPageAt(at);
  return {
    isLoaded: () => otherPages.isLoaded() && other()?.isLoaded() !== false,
    prepare: () => otherPages.prepare().then(() => other()?.prepare()),
  };
}

export async function preparePage(path: string): Promise<void> {
  await pageAt(path).prepare();
}

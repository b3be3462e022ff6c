import { page } from './page.tsx';

/** Every address that has a page; all others get the not-found page. */
export const routes = [
  { path: '/chat', ...page(() => import('../features/chat/index.ts').then((door) => door.ChatPage)) },
];

/** Where `/` leads. */
export const home = '/chat';

export async function prepare(path: string): Promise<void> {
  await routes.find((route) => route.path === path)?.prepare();
}

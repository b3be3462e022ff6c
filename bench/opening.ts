import { conversation } from './conversation.ts';
import { marks } from './marks.ts';
import type { Page } from './page.ts';
import { idOf, storeConversations } from './stored.ts';
import type { Side, World } from './world.ts';

/** What the watcher in the page saw of a conversation that was opened, at `globalThis.benchOpening`. */
interface Opening {
  /** Settles when the end of the last message is in sight and painted, as it will stay, with the page's time. */
  shown: Promise<number>;
  /** How much of what was in sight has moved since the page began, as the browser scores it. */
  moved(): number;
}

const stored = idOf('conversation', 1);

/** The address of a page with so many messages in it. */
export function addressOf(side: Side, world: World, messages: number): string {
  if (messages === 0) return world.url[side];
  return side === 'floor' ? `${world.url.floor}${messages}` : `${world.url.ours}/${stored}`;
}

/** Stores a conversation in the browser of a page of ours, of which nothing else stays cached; the bare page has it as HTML. */
export async function putConversation(page: Page, side: Side, world: World, length: number): Promise<void> {
  if (side === 'floor' || length === 0) return;
  await page.go(`${world.url.ours}/../healthz`);
  const at = Date.UTC(2026, 0, 20);
  await storeConversations(page, [{ id: stored, title: 'A long conversation', at, length }]);
  await page.send('Network.clearBrowserCache');
}

/** The page's time at which the list says that it has so many messages. */
export function allThere(count: number): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      const size = document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize');
      if (Number(size) === count) resolve(performance.now());
      else requestAnimationFrame(check);
    };
    check();
  });
}

/** Watches for the end of a conversation of so many messages. */
export async function watchOpened(page: Page, messages: number): Promise<void> {
  const last = conversation(Math.min(messages, 5_000)).at(-1);
  if (last === undefined) return;
  await page.before(watchOpening, { letters: marks(last.markdown).last });
}

function watchOpening({ letters }: { letters: string }): void {
  const shown = Promise.withResolvers<number>();
  let watched: Element | null = null;
  // Called right after the frame in which it came in sight is painted.
  const sight = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting, target }) => isIntersecting && target === watched)) return;
      changes.disconnect();
      sight.disconnect();
      shown.resolve(performance.now());
    },
    { threshold: 0.9 },
  );

  /** The list item that the conversation ends with; a text that is not read as Markdown yet has none. */
  function ending(): Element | null {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    let node: Node | null = document.querySelector('main');
    while (node?.lastChild) node = node.lastChild;
    if (!node) return null;
    walker.currentNode = node;
    let text = node instanceof Text ? node : (walker.previousNode() as Text | null);
    let read = '';
    for (let looked = 0; text && looked < 60; looked += 1) {
      read = text.data.replace(/[^\p{L}\p{N}]/gu, '') + read;
      if (read.includes(letters)) return text.parentElement?.closest('li') ?? null;
      text = walker.previousNode() as Text | null;
    }
    return null;
  }
  const changes = new MutationObserver(() => {
    const end = ending();
    if (!end || end === watched) return;
    if (watched) sight.unobserve(watched);
    watched = end;
    sight.observe(end);
  });
  changes.observe(document, { subtree: true, childList: true, characterData: true });

  let moved = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const opening: Opening = { shown: shown.promise, moved: () => moved };
  Object.assign(globalThis, { benchOpening: opening });
}

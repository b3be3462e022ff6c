import { conversation } from './conversation.ts';
import { marks } from './marks.ts';
import type { Page } from './page.ts';
import type { Side, World } from './world.ts';

/** What the watcher in the page saw of a conversation that was opened, at `globalThis.benchOpening`. */
interface Opening {
  /** Settles when the end of the last message is in sight and painted, as it will stay, with the page's time. */
  shown: Promise<number>;
  /** Milliseconds that the page was given the conversation for, before it could begin with anything of its own. */
  handed: number;
  /** How much of what was in sight has moved since the page began, as the browser scores it. */
  moved(): number;
}

/** The address of a page with so many messages in it. */
export const addressOf = (side: Side, world: World, messages: number): string =>
  side === 'floor' && messages > 0 ? `${world.url.floor}${messages}` : world.url[side];

/**
 * Opens the page with a conversation in it. Ours gets it from a script that runs before its own; the bare page has
 * it as HTML, and is given the same script all the same, so that its cost favours neither page.
 *
 * A script of megabytes takes 50 ms to get into the page, where no clock measures it and files arrive meanwhile. To
 * compare two lengths, hand over the same number of messages with both: `handed`, of which the last `messages` are opened.
 */
export async function putConversation(page: Page, messages: number, handed = messages): Promise<void> {
  if (messages === 0) return;
  const stored = conversation(handed).map(({ role, markdown }, at) => ({
    role,
    content: markdown,
    at: Date.UTC(2026, 0, 1) + at * 60_000,
    asked: null,
    error: null,
  }));
  await page.before(noteBeginning, {});
  await page.before(handOver, { all: JSON.stringify(stored), messages });
  await watchOpened(page, handed);
}

/** Watches for the end of a conversation of so many messages. */
export async function watchOpened(page: Page, messages: number): Promise<void> {
  const last = conversation(Math.min(messages, 5_000)).at(-1);
  if (last === undefined) return;
  await page.before(watchOpening, { letters: marks(last.markdown).last });
}

// a script of its own, since the next one is read before its first line runs
function noteBeginning(): void {
  Object.assign(globalThis, { benchHanding: performance.now() });
}

// as text, which is read many times faster than the same as code
function handOver({ all, messages }: { all: string; messages: number }): void {
  Object.assign(globalThis, { polylogueOpens: JSON.parse(all).slice(-messages) });
}

function watchOpening({ letters }: { letters: string }): void {
  const handed =
    performance.now() - ((globalThis as { benchHanding?: number }).benchHanding ?? performance.now());
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
  const opening: Opening = { shown: shown.promise, handed, moved: () => moved };
  Object.assign(globalThis, { benchOpening: opening });
}

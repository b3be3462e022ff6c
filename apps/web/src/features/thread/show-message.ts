import { rootForkKey } from '../messages/index.ts';
import type { Thread } from './thread.ts';

/** Switches to the branches that lead to a message; false if it is not in the thread, or an answer is pending. */
export function showMessage(thread: Pick<Thread, 'read' | 'show'>, id: string): boolean {
  const isShown = () => thread.read().messages.some((message) => message.id === id);
  // A branch within a branch: each step shows one more of what leads there.
  for (let left = Object.keys(thread.read().forks).length; !isShown() && left > 0; left -= 1) {
    const choice = nextChoice(thread.read(), id);
    if (!choice) return false;
    thread.show(choice.id, choice.version);
  }
  return isShown();
}

/** Which version of which message on the screen leads to a hidden one. */
function nextChoice({ messages, forks }: ReturnType<Thread['read']>, wanted: string) {
  let id = wanted;
  const passed = new Set<string>();
  while (!passed.has(id)) {
    passed.add(id);
    const found = Object.entries(forks)
      .flatMap(([key, fork]) => fork.map((tail, version) => ({ key, tail, version })))
      .find(({ tail }) => tail?.some((message) => message.id === id));
    if (!found) return null;
    const { key, version } = found;
    const at = key === rootForkKey ? 0 : messages.findIndex((message) => message.id === key) + 1;
    const shown = messages[at];
    if (key === rootForkKey || at > 0) return shown ? { id: shown.id, version } : null;
    id = key;
  }
  return null;
}

declare global {
  /** What is typed at an address before its text box is there: early/typing.ts. `text`: null once it is. */
  var polylogueTyped: { path: string; text: string | null } | undefined;
}

/** What was typed at this address so far. From now on its keys are left to the page. */
export function takeTyped(): string {
  const { pathname: path } = location;
  const typed = globalThis.polylogueTyped;
  globalThis.polylogueTyped = { path, text: null };
  return (typed?.path === path && typed.text?.trim()) || '';
}

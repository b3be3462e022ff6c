/** Copies text to the clipboard. Returns whether that worked; a failure is only logged. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing over plain http from another machine, where the old command still works.
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyByCommand(text);
    return true;
  } catch (error) {
    console.error('Failed to copy text', error);
    return false;
  }
}

/** With the old command, which works everywhere. Throws when the browser refuses. */
export function copyByCommand(text: string, html?: string) {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog: a modal one takes the focus back from anything outside.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  const addForm = (event: ClipboardEvent) => {
    if (html === undefined) return;
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    event.preventDefault();
  };
  area.addEventListener('copy', addForm);
  try {
    area.select();
    if (!document.execCommand('copy')) throw new Error('The browser refused to copy.');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Puts text on the clipboard. Answers whether it is there; a failure is only logged. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Absent on plain http from another machine, where the old command still works.
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyByCommand(text);
    return true;
  } catch (error) {
    console.error('Failed to copy text', error);
    return false;
  }
}

function copyByCommand(text: string) {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog: a modal one takes the focus back from anything outside it.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  try {
    area.select();
    if (!document.execCommand('copy')) throw new Error('The browser refused to copy.');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

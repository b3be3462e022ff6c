import { copyByCommand } from '../../../../lib/files/clipboard.ts';

/** Like `copyText`, with an HTML version for programs that accept formatted text. */
export async function copyRich({ text, html }: { text: string; html: string }): Promise<boolean> {
  const type = (kind: string, content: string) => new Blob([content], { type: kind });
  try {
    if (navigator.clipboard?.write && 'ClipboardItem' in globalThis) {
      const forms = { 'text/plain': type('text/plain', text), 'text/html': type('text/html', html) };
      await navigator.clipboard.write([new ClipboardItem(forms)]);
    } else copyByCommand(text, html);
    return true;
  } catch (error) {
    console.error('Failed to copy', error);
    return false;
  }
}

import { useEffect, useState } from 'react';
import { copyText } from '../../../lib/files/clipboard.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { CheckIcon, CopyIcon, IconButton, VisuallyHidden } from '../../../ui/index.ts';

/** Milliseconds for which the check mark is shown. */
const confirmation = 2_000;

/** `text` is called when the button is pressed. */
export function CopyButton({ text }: { text(): string }) {
  const [copies, setCopies] = useState(0);
  useEffect(() => (copies > 0 ? browserClock.after(confirmation, () => setCopies(0)) : undefined), [copies]);

  async function copy() {
    if (await copyText(text())) setCopies((before) => before + 1);
  }

  return (
    <>
      <IconButton label="Copy message" small onClick={copy} data-copied={copies > 0 || undefined}>
        {copies > 0 ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
      </IconButton>
      <span role="status">{copies > 0 && <VisuallyHidden>Copied</VisuallyHidden>}</span>
    </>
  );
}

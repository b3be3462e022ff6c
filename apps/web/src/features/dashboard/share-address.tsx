import { copyText } from '../../lib/files/clipboard.ts';
import { canShare, share } from '../../lib/files/share.ts';
import { Button, ShareIcon, toast } from '../../ui/index.ts';

/** Hands on the address of this server: by the device's own share sheet, or by the clipboard. */
export function ShareAddress({ tone }: { tone?: 'accent' }) {
  async function handOn() {
    if (canShare()) return void (await share({ title: 'Polylogue', url: location.origin }));
    const isCopied = await copyText(location.origin);
    toast(
      isCopied
        ? { title: 'Address copied', text: `Send ${location.origin} to whom you want to have here` }
        : {
            tone: 'destructive',
            title: 'The address could not be copied',
            text: `Select and copy it here: ${location.origin}`,
          },
    );
  }

  return (
    <Button {...(tone && { tone })} onClick={() => void handOn()}>
      <ShareIcon size={18} />
      Share the address
    </Button>
  );
}

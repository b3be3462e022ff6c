import { copyText } from '../../lib/files/clipboard.ts';
import { canShare, share } from '../../lib/files/share.ts';
import { Button, ShareIcon, toast } from '../../ui/index.ts';

interface ShareAddressProps {
  tone?: 'accent';
  small?: boolean;
  label?: string;
  onShared?(): void;
}

/** Shares the address of this server: with the device's own share sheet, or through the clipboard. */
export function ShareAddress({ tone, small, label = 'Share the address', onShared }: ShareAddressProps) {
  async function shareAddress() {
    const outcome = canShare() ? await share({ title: 'Polylogue', url: location.origin }) : 'failed';
    if (outcome === 'shared') onShared?.();
    if (outcome !== 'failed') return;
    const isCopied = await copyText(location.origin);
    if (isCopied) onShared?.();
    toast(
      isCopied
        ? { title: 'Address copied', text: `Send ${location.origin} to anyone you would like to invite` }
        : {
            tone: 'destructive',
            title: 'The address could not be copied',
            text: `Select and copy it here: ${location.origin}`,
          },
    );
  }

  return (
    <Button {...(tone && { tone })} {...(small && { small })} onClick={() => void shareAddress()}>
      <ShareIcon size={small ? 16 : 18} />
      {label}
    </Button>
  );
}

import { useLayoutEffect, useRef, useState } from 'react';
import { registerUnsavedWork } from '../../lib/drafts/unsaved-work.ts';
import { CropFrame, cropPicture, fullView, type Picture } from '../../ui/crop/index.ts';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button, Notice, toast } from '../../ui/index.ts';
import { ProgressBar } from '../../ui/progress/index.ts';
import { retryAfterSignIn } from '../account/index.ts';
import { ModelError, reasonOf, updateMe } from '../person/index.ts';
import { changeTo, type Purpose } from './purpose.ts';

interface CropDialogProps {
  purpose: Purpose;
  picture: Picture;
  onClose(): void;
}

/** Crops a picture, uploads it and sets it; the crop survives a failure. */
export function CropDialog({ purpose, picture, onClose }: CropDialogProps) {
  const [view, setView] = useState(() => fullView(picture));
  /** The share uploaded so far; null while nothing is being uploaded. */
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>();
  const [isOpen, setOpen] = useState(true);
  const sending = useRef<AbortController | null>(null);
  const { what, aspect, width, isRound, upload } = purpose;
  const isSending = share !== null;

  // If the sign-in ends while this is open, the page asks for it over this dialog. No link behind it can be pressed.
  useLayoutEffect(
    () =>
      registerUnsavedWork({
        words: () => `your ${what}`,
        isLostWithTab: () => false,
        confirmLeave: async () => true,
      }),
    [what],
  );

  async function save() {
    const call = new AbortController();
    sending.current = call;
    setError(undefined);
    setShare(0);
    try {
      const cropped = await cropPicture(picture, aspect, view, width);
      const file = new File([cropped], `picture.${cropped.type === 'image/webp' ? 'webp' : 'png'}`, {
        type: cropped.type,
      });
      await retryAfterSignIn(async () => {
        const url = await upload(file, { signal: call.signal, onProgress: setShare });
        await updateMe(changeTo(purpose, url));
      });
      toast({ title: `Your ${what} is saved` });
      onClose();
    } catch (error) {
      if (!call.signal.aborted) setError(error);
    } finally {
      setShare(null);
    }
  }

  function close() {
    sending.current?.abort();
    setOpen(false);
    onClose();
  }

  return (
    <Dialog open={isOpen} onOpenChange={(open) => open || close()}>
      <DialogTitle>Crop your {what}</DialogTitle>
      <CropFrame
        label={`Part of the picture that becomes your ${what}`}
        picture={picture}
        aspect={aspect}
        isRound={isRound}
        view={view}
        onChange={setView}
      />
      {isSending && <ProgressBar label={`Sending your ${what}`} share={share} />}
      {error !== undefined && (
        <Notice
          tone="bad"
          title={error instanceof ModelError ? error.message : 'The picture could not be saved'}
        >
          {reasonOf(error)}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={() => (isSending ? sending.current?.abort() : close())}>Cancel</Button>
        <Button tone="accent" busy={isSending} onClick={save}>
          {isSending ? 'Saving…' : 'Save'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { CameraIcon, DocumentIcon, MediaIcon } from '../../../ui/index.ts';
import { UploadButton } from '../../composer/files/index.ts';
import { offered, type UploadKind } from '../../file-reading/file-kind.ts';
import type { Attaching } from './attaching.ts';

interface UploadButtonsProps {
  attach: Pick<Attaching, 'upload' | 'add'>;
  /** Which one is highlighted. */
  highlighted: UploadKind | null;
  /** A file is uploaded and sent right away, which has to wait for an answer; a photo waits for Send. */
  isBusy: boolean;
}

/** The buttons for a document, for media and for a photo. */
export const UploadButtons = ({ attach, highlighted, isBusy }: UploadButtonsProps) => (
  <>
    <UploadButton
      label="Upload document"
      accept={offered.document}
      isHighlighted={highlighted === 'document'}
      disabled={isBusy}
      onFiles={(files) => attach.upload(files, 'document')}
    >
      <DocumentIcon />
    </UploadButton>
    <UploadButton
      label="Upload media"
      accept={offered.media}
      isHighlighted={highlighted === 'media'}
      disabled={isBusy}
      onFiles={(files) => attach.upload(files, 'media')}
    >
      <MediaIcon />
    </UploadButton>
    <UploadButton
      label="Take photo"
      accept="image/*"
      // A touch screen usually means a camera; Android's picture picker no longer offers it.
      capture
      onFiles={attach.add}
    >
      <CameraIcon />
    </UploadButton>
  </>
);

import { type ReactNode, useRef } from 'react';
import { classes, IconButton } from '../../../ui/index.ts';
import styles from './upload-button.module.css';

interface UploadButtonProps {
  label: string;
  /** What the file picker offers; everything if absent. */
  accept?: string;
  /** Opens the camera instead of a file picker, and is shown only on touch screens. */
  capture?: boolean;
  /** Highlighted for a moment after an upload. */
  isHighlighted?: boolean;
  disabled?: boolean;
  onFiles(files: File[]): void;
  children: ReactNode;
}

export function UploadButton(props: UploadButtonProps) {
  const { label, accept, capture = false, isHighlighted, disabled, onFiles, children } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={label}
        className={classes(isHighlighted && styles.highlighted, capture && styles.camera)}
        data-highlighted={isHighlighted || undefined}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {children}
      </IconButton>
      <input
        ref={picker}
        type="file"
        accept={accept}
        // A camera takes one picture at a time.
        multiple={!capture}
        capture={capture ? 'environment' : undefined}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Emptied, so that choosing the same file again also counts as a change.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

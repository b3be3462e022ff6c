import { type ReactNode, useRef } from 'react';
import { IconButton } from '../../../ui/index.ts';
import styles from './upload-button.module.css';

interface UploadButtonProps {
  label: string;
  /** What the file picker offers. */
  accept: string;
  /** Stands out for a moment after an upload. */
  isHighlighted: boolean;
  disabled: boolean;
  onFile(file: File): void;
  children: ReactNode;
}

export function UploadButton({
  label,
  accept,
  isHighlighted,
  disabled,
  onFile,
  children,
}: UploadButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={label}
        className={isHighlighted ? styles.highlighted : undefined}
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
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Emptied, so that choosing the same file again is a change too.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

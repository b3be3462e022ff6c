import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** The button that opens the file picker. */
  label: ReactNode;
  /** What the file picker offers. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles(files: File[]): void;
  /** Beside the button. */
  children?: ReactNode;
}

/** Where files are chosen, dropped, or pasted from the clipboard anywhere on the page. */
export function FileDrop({
  label,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  children,
}: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function give(list: FileList | null | undefined) {
    const files = [...(list ?? [])];
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  }

  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event;
    // Text that is pasted into a field is the field's, even where it comes with a picture of itself.
    if (!clipboardData?.files.length || clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    give(clipboardData.files);
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => pasted(event);
    addEventListener('paste', hear);
    return () => removeEventListener('paste', hear);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way for the mouse beside the button
    <div
      className={styles.place}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Or the browser would open the file in place of the page.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        give(event.dataTransfer.files);
      }}
    >
      <Button disabled={disabled} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      {children}
      <input
        ref={picker}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        onChange={({ currentTarget }) => {
          give(currentTarget.files);
          // Emptied, so that choosing the same file again is a change too.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

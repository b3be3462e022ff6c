import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { droppedFiles } from '../../lib/files/dropped-files.ts';
import { pastedFiles } from '../../lib/files/pasted-files.ts';
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
  /** Other ways to add files, mentioned where there is a mouse to use them. */
  also: string;
  children?: ReactNode;
}

// All drop areas on the page: a pasted file goes to one of them.
const places: HTMLElement[] = [];

const meant = () =>
  places.find((place) => place.matches(':focus-within')) ??
  places.find((place) => place.matches(':hover')) ??
  places[0];

/** A file dropped outside an area would be opened by the browser, replacing the page. */
function missed(event: globalThis.DragEvent) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

/** An area for choosing files, dropping them, or pasting them from the clipboard. */
export function FileDrop({
  label,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  also,
  children,
}: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  function give(files: readonly File[], refusal: string | null = null) {
    if (disabled) return;
    setRefusal(refusal);
    if (files.length > 0) onFiles(multiple ? [...files] : files.slice(0, 1));
  }

  const pasted = useEffectEvent((event: ClipboardEvent) => {
    // Text pasted into a field belongs to the field, even if it comes with a picture of itself.
    const files = event.clipboardData ? pastedFiles(event.clipboardData) : [];
    if (files.length === 0 || meant() !== place.current) return;
    event.preventDefault();
    give(files);
  });
  useEffect(() => {
    const mine = place.current;
    if (!mine) return;
    places.push(mine);
    const onPaste = (event: ClipboardEvent) => pasted(event);
    addEventListener('paste', onPaste);
    addEventListener('dragover', missed);
    addEventListener('drop', missed);
    return () => {
      places.splice(places.indexOf(mine), 1);
      removeEventListener('paste', onPaste);
      if (places.length > 0) return;
      removeEventListener('dragover', missed);
      removeEventListener('drop', missed);
    };
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; there is a button
    <div
      ref={place}
      className={styles.place}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Otherwise the browser would open the file, replacing the page.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const { files, refusal } = droppedFiles(event.dataTransfer);
        give(files, refusal);
      }}
    >
      {/* Not `disabled`, which would lose the focus, with nothing to give it back. */}
      <Button aria-disabled={disabled || undefined} onClick={() => disabled || picker.current?.click()}>
        {label}
      </Button>
      <span className={styles.also}>{also}</span>
      {children}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        onChange={({ currentTarget }) => {
          give([...(currentTarget.files ?? [])]);
          // Emptied, so that choosing the same file again also counts as a change.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

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
  /** What else can be done, said where there is a mouse to do it with. */
  also: string;
  children?: ReactNode;
}

// Every place on the page: what is pasted goes to one of them.
const places: HTMLElement[] = [];

const meant = () =>
  places.find((place) => place.matches(':focus-within')) ??
  places.find((place) => place.matches(':hover')) ??
  places[0];

/** A file that misses its place would be opened by the browser, in place of the page. */
function missed(event: globalThis.DragEvent) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

/** Where files are chosen, dropped, or pasted from the clipboard. */
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

  function give(list: FileList | null | undefined) {
    const files = [...(list ?? [])];
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  }

  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event;
    // Text that is pasted into a field is the field's, even where it comes with a picture of itself.
    if (!clipboardData?.files.length || clipboardData.types.includes('text/plain')) return;
    if (meant() !== place.current) return;
    event.preventDefault();
    give(clipboardData.files);
  });
  useEffect(() => {
    const mine = place.current;
    if (!mine) return;
    places.push(mine);
    const hear = (event: ClipboardEvent) => pasted(event);
    addEventListener('paste', hear);
    addEventListener('dragover', missed);
    addEventListener('drop', missed);
    return () => {
      places.splice(places.indexOf(mine), 1);
      removeEventListener('paste', hear);
      if (places.length > 0) return;
      removeEventListener('dragover', missed);
      removeEventListener('drop', missed);
    };
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way for the mouse beside the button
    <div
      ref={place}
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
      {/* Not `disabled`, which would take the focus away, and nothing could give it back. */}
      <Button aria-disabled={disabled || undefined} onClick={() => disabled || picker.current?.click()}>
        {label}
      </Button>
      <span className={styles.also}>{also}</span>
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

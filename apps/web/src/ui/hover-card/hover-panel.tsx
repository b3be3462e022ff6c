import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useHover } from './use-hover.ts';

/** What the trigger must carry. */
interface HoverTrigger {
  ref: RefObject<HTMLAnchorElement | null>;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

interface HoverPanelProps {
  /** The panel's name, for who cannot see it. */
  label: string;
  /** What stands in it; its controls are reached with Tab from the trigger. `close` gives the focus back. */
  panel: (close: () => void) => ReactNode;
  /** The link that is pointed at. */
  children: (trigger: HoverTrigger) => ReactNode;
}

/** A hover card with things to press in it. A touch never opens it: where the link leads, all of it can be done too. */
export function HoverPanel({ label, panel, children }: HoverPanelProps) {
  const id = useId();
  const popup = useRef<HTMLDivElement>(null);
  const { trigger, Popup, isOpen, dismiss, onTrigger, onPopup } = useHover<HTMLAnchorElement>();

  const controls = () => [...(popup.current?.querySelectorAll<HTMLElement>('a[href], button:enabled') ?? [])];
  const isOurs = (target: EventTarget | null) =>
    target instanceof Node && (trigger.current?.contains(target) || popup.current?.contains(target));

  function close() {
    if (popup.current?.contains(document.activeElement)) trigger.current?.focus();
    dismiss();
  }
  function left({ relatedTarget }: FocusEvent) {
    // Nothing has the focus when what had it is gone, as a button is that was pressed.
    if (relatedTarget && !isOurs(relatedTarget)) dismiss();
  }
  // The panel stands at the end of the document, and in the order of the keyboard behind its trigger.
  function enter(event: KeyboardEvent) {
    // What is pressed in the panel arrives here too.
    const isOnTrigger = event.target instanceof Node && trigger.current?.contains(event.target);
    if (event.key !== 'Tab' || event.shiftKey || !isOpen || !isOnTrigger) return;
    const [first] = controls();
    if (!first) return;
    event.preventDefault();
    first.focus();
  }
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Tab') return;
    const all = controls();
    const isAtEdge = document.activeElement === (event.shiftKey ? all[0] : all.at(-1));
    if (!isAtEdge) return;
    // From the trigger the browser itself goes on to what follows.
    trigger.current?.focus();
    if (event.shiftKey) event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is heard here comes from the link inside
    <span {...onTrigger} onBlur={left} onKeyDown={enter}>
      {children({
        ref: trigger,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
      })}
      {Popup && (
        <Popup
          id={id}
          role="dialog"
          label={label}
          popup={popup}
          isOpen={isOpen}
          anchor={trigger}
          {...onPopup}
          onBlur={left}
          onKeyDown={leave}
          onDismiss={close}
        >
          {panel(close)}
        </Popup>
      )}
    </span>
  );
}

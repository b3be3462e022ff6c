import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useHover } from './use-hover.ts';

/** Props that the trigger must have. */
interface HoverTrigger {
  ref: RefObject<HTMLAnchorElement | null>;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

interface HoverPanelProps {
  /** The panel's accessible name. */
  label: string;
  /** Its content; its controls are reached from the trigger with Tab. `close` gives the focus back. */
  panel: (close: () => void) => ReactNode;
  /** The trigger link. */
  children: (trigger: HoverTrigger) => ReactNode;
}

/** A hover card with controls. A touch never opens it: everything in it can also be done on the linked page. */
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
    // No relatedTarget: the focused element was removed, as a pressed button may be.
    if (relatedTarget && !isOurs(relatedTarget)) dismiss();
  }
  // The panel is at the end of the document, but follows its trigger in the tab order.
  function enter(event: KeyboardEvent) {
    // Key events in the panel bubble here too.
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
    // From the trigger, the browser moves on to what follows.
    trigger.current?.focus();
    if (event.shiftKey) event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from the link inside
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

// The focus marks the place of a keyboard or screen reader user. If the focused element is removed
// (a deleted row, an expired toast), the browser forgets that place; this moves the focus next to it.

/** The place of an element: itself, and its ancestors from near to far. */
interface Trail {
  element: Element;
  around: { parent: Element; before: Element | null; after: Element | null }[];
}

const control =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary';
const focusable = `${control}, [tabindex="0"]`;
/** Groups of similar things: next to one of them is a good place to continue. */
const row = 'ul, ol, dl, form, header, fieldset, [role=list], [role=group], [role=toolbar], [role=menu]';
const over = '[role=dialog], [role=alertdialog], [role=menu], [role=region][aria-label=Notifications]';

/**
 * Moves the focus to a neighbour when the focused element is removed, on which a key that is still held does nothing.
 * Returns a function that stops this.
 */
export function keepFocus(page: Document = document): () => void {
  let trail: Trail | null = null;
  /** The last one in each dialog and menu that is open, and on the page itself, which is null: the current one last. */
  const trails = new Map<Element | null, Trail>();
  let check = 0;
  /** What the last key was pressed on. */
  let pressedOn: EventTarget | null = null;

  // Only the ancestors of the focus are watched, one level each: a reply growing elsewhere costs nothing.
  const watching = new MutationObserver(() => {
    cancelAnimationFrame(check);
    // The code that removed it may have a better place for the focus.
    check = requestAnimationFrame(() => setTimeout(repair));
  });

  function focused({ target }: Pick<FocusEvent, 'target'>) {
    if (!(target instanceof Element)) return;
    trail = trailOf(target);
    const layer = target.closest(over);
    for (const one of trails.keys()) if (one === layer || one?.isConnected === false) trails.delete(one);
    trails.set(layer, trail);
    watching.disconnect();
    for (const { parent } of trail.around) watching.observe(parent, { childList: true });
  }

  function repair() {
    const { activeElement } = page;
    if (activeElement && activeElement !== page.body) return;
    if (!trail || trail.element.isConnected) return;
    const places = [...trails.values()].reverse().map(neighbourOf);
    const place = places.find((one) => one !== null) ?? page.querySelector('main');
    if (!(place instanceof HTMLElement)) return;
    if (place.localName === 'main' && !place.hasAttribute('tabindex')) place.tabIndex = -1;
    // A ring around a whole list does not help a user who was inside it; the next key press shows it anyway.
    place.focus({ preventScroll: true, ...(!place.matches(control) && { focusVisible: false }) });
  }

  /** A press on something that cannot take the focus means it was left on purpose. */
  function pressed({ target }: Event) {
    if (target instanceof Element && !target.closest(focusable)) trail = null;
  }

  function keyed(event: KeyboardEvent) {
    const { key, repeat, target } = event;
    if (!repeat) pressedOn = target;
    else if (target !== pressedOn && (key === 'Enter' || key === 'Delete') && !isText(target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  // It may be there already: the first code of a page gives it to the text box.
  if (page.activeElement !== page.body) focused({ target: page.activeElement });
  page.addEventListener('focusin', focused);
  page.addEventListener('pointerdown', pressed);
  page.addEventListener('keydown', keyed, true);
  return () => {
    page.removeEventListener('focusin', focused);
    page.removeEventListener('pointerdown', pressed);
    page.removeEventListener('keydown', keyed, true);
    watching.disconnect();
    cancelAnimationFrame(check);
  };
}

function trailOf(element: Element): Trail {
  const around: Trail['around'] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const { parentElement: parent, previousElementSibling: before, nextElementSibling: after } = child;
    around.push({ parent, before, after });
  }
  return { element, around };
}

/** The element itself if it is back, its neighbour in the nearest row, or the nearest focusable ancestor. */
function neighbourOf({ element, around }: Trail): Element | null {
  if (element.isConnected && takesFocus(element)) return element;
  for (const { parent, before, after } of around) {
    if (!parent.isConnected || parent === parent.ownerDocument.body) continue;
    if (parent.matches(row)) {
      const neighbour = within(after, element) ?? within(before, element) ?? within(parent, element);
      if (neighbour) return neighbour;
    }
    if (parent.matches('[tabindex], dialog') && takesFocus(parent)) return parent;
  }
  return null;
}

/** What to focus inside: an element like the removed one, else the first. */
function within(place: Element | null, like: Element): Element | null {
  if (!place?.isConnected) return null;
  const all = [place, ...place.querySelectorAll(focusable)].filter(
    (one) => one.matches(focusable) && takesFocus(one),
  );
  return (
    all.find((one) => one.className === like.className && one.localName === like.localName) ?? all[0] ?? null
  );
}

const isText = (target: EventTarget | null) => target instanceof Element && target.matches('input, textarea');

function takesFocus(element: Element): boolean {
  // On a phone this would open the keyboard.
  const isUnasked = element.matches('input, textarea') && matchMedia('(pointer: coarse)').matches;
  return !isUnasked && !element.closest('[inert], [hidden]') && element.checkVisibility();
}

// Anyone who works with the keyboard, or listens to the page, is where the focus is. When what has it is taken off the page
// (a row that was deleted, a toast that has gone), the browser forgets the place; this puts the focus beside it.

/** Where something was: itself, and what it lay in, from near to far. */
interface Trail {
  element: Element;
  around: { parent: Element; before: Element | null; after: Element | null }[];
}

const control =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary';
const focusable = `${control}, [tabindex="0"]`;
/** Things that stand side by side: beside one of them is a good place to go on. */
const row = 'ul, ol, dl, form, header, fieldset, [role=list], [role=group], [role=toolbar], [role=menu]';
const over = '[role=dialog], [role=alertdialog], [role=menu], [role=region][aria-label=Notifications]';

/** Puts the focus beside whatever vanishes with it. Returns what ends that. */
export function keepFocus(page: Document = document): () => void {
  let trail: Trail | null = null;
  /** The same on the page itself, below whatever lies over it. */
  let below: Trail | null = null;
  let check = 0;

  // Only what the focus lies in is watched, level by level: a reply that grows elsewhere costs nothing.
  const watching = new MutationObserver(() => {
    cancelAnimationFrame(check);
    // Anyone who takes something away may know better where to go on.
    check = requestAnimationFrame(() => setTimeout(repair));
  });

  function focused({ target }: FocusEvent) {
    if (!(target instanceof Element)) return;
    trail = trailOf(target);
    if (!target.closest(over)) below = trail;
    watching.disconnect();
    for (const { parent } of trail.around) watching.observe(parent, { childList: true });
  }

  function repair() {
    const { activeElement } = page;
    if (activeElement && activeElement !== page.body) return;
    if (!trail || trail.element.isConnected) return;
    const place =
      beside(trail) ?? (below && below !== trail ? beside(below) : null) ?? page.querySelector('main');
    if (!(place instanceof HTMLElement)) return;
    if (place.localName === 'main' && !place.hasAttribute('tabindex')) place.tabIndex = -1;
    // A ring around all of a list says nothing to somebody who was in it; with the next key it is drawn all the same.
    place.focus({ preventScroll: true, ...(!place.matches(control) && { focusVisible: false }) });
  }

  /** Anyone who presses where nothing takes the focus has left it on purpose. */
  function pressed({ target }: Event) {
    if (target instanceof Element && !target.closest(focusable)) trail = null;
  }

  page.addEventListener('focusin', focused);
  page.addEventListener('pointerdown', pressed);
  return () => {
    page.removeEventListener('focusin', focused);
    page.removeEventListener('pointerdown', pressed);
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

/** What was there is there again, its neighbour in the nearest row, or the nearest thing around it that takes the focus. */
function beside({ element, around }: Trail): Element | null {
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

/** What takes the focus in there: what is like the thing that has gone, else the first. */
function within(place: Element | null, like: Element): Element | null {
  if (!place?.isConnected) return null;
  const all = [place, ...place.querySelectorAll(focusable)].filter(
    (one) => one.matches(focusable) && takesFocus(one),
  );
  return (
    all.find((one) => one.className === like.className && one.localName === like.localName) ?? all[0] ?? null
  );
}

function takesFocus(element: Element): boolean {
  // On a phone it would bring the keyboard up.
  const isUnasked = element.matches('input, textarea') && matchMedia('(pointer: coarse)').matches;
  return !isUnasked && !element.closest('[inert], [hidden]') && element.checkVisibility();
}

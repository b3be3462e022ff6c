import { expect, test, vi } from 'vitest';
import { follow } from './follow.ts';

function list(scrollHeight = 1_000, clientHeight = 400) {
  const listeners = new Map<string, (event: object) => void>();
  let top = 0;
  const scrollCalls: ScrollToOptions[] = [];
  const scroller = {
    scrollHeight,
    clientHeight,
    get scrollTop() {
      return top;
    },
    set scrollTop(value: number) {
      top = Math.max(0, Math.min(value, this.scrollHeight - this.clientHeight));
    },
    addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    removeEventListener: (name: string) => void listeners.delete(name),
    scrollTo: (options: ScrollToOptions) => void scrollCalls.push(options),
    getBoundingClientRect: () => ({ top: 0, bottom: clientHeight }),
  };
  /** A box in the list that is being edited: its distance from the start of the list, and its height. */
  let box: { top: number; height: number } | null = null;
  const written = () =>
    box && {
      getBoundingClientRect: () => rectOf(box),
      scrollIntoView() {
        const { top: above, bottom } = rectOf(box);
        if (above < 0) scroller.scrollTop += above;
        else if (bottom > clientHeight) scroller.scrollTop += bottom - clientHeight;
      },
    };
  const rectOf = (one: typeof box) => {
    const above = (one?.top ?? 0) - scroller.scrollTop;
    return { top: above, bottom: above + (one?.height ?? 0) };
  };
  const message = new EventTarget();
  const fingers: { identifier: number }[] = [];
  let now = 0;
  let buttons = 0;
  const clock = { now: () => now, after: () => () => {} };
  const follower = follow(
    scroller as unknown as Parameters<typeof follow>[0],
    clock,
    written as unknown as () => Element | null,
    () => buttons,
  );
  return {
    /** The buttons below the list appear, or are gone. */
    setButtons(height: number) {
      scroller.clientHeight += buttons - height;
      buttons = height;
    },
    scroller,
    follower,
    scrollCalls,
    listeners,
    fire: (name: string, event: object = {}) => listeners.get(name)?.(event),
    /** A finger comes down on a message, while `others` rest elsewhere; the returned function lifts it. */
    touch({ others = 0 } = {}) {
      const finger = { identifier: others + fingers.length };
      fingers.push(finger);
      const beside = Array.from({ length: others }, (_, identifier) => ({ identifier }));
      const event = (type: string) =>
        Object.assign(new Event(type), {
          touches: [...beside, ...fingers],
          targetTouches: [...fingers],
          changedTouches: [finger],
        });
      message.addEventListener('touchstart', (event) => listeners.get('touchstart')?.(event), { once: true });
      message.dispatchEvent(event('touchstart'));
      return ({ isGone = false } = {}) => {
        fingers.splice(fingers.indexOf(finger), 1);
        const bubbles = (event: Event) => listeners.get('touchend')?.(event);
        if (!isGone) message.addEventListener('touchend', bubbles, { once: true });
        message.dispatchEvent(event('touchend'));
      };
    },
    readerScrollsTo(value: number) {
      listeners.get('wheel')?.({ deltaY: 0 });
      scroller.scrollTop = value;
      listeners.get('scroll')?.({});
    },
    /** The browser scrolls, on its way to where it was asked to go. */
    glidesTo(value: number) {
      scroller.scrollTop = value;
      listeners.get('scroll')?.({});
    },
    grows(by: number) {
      scroller.scrollHeight += by;
      follower.resized();
    },
    /** Shrinks when laid out, then grows, all before a scroll event. */
    dips(by: number, then: number) {
      scroller.scrollHeight -= by;
      scroller.scrollTop = top;
      scroller.scrollHeight += then;
      listeners.get('scroll')?.({});
    },
    pass(milliseconds: number) {
      now += milliseconds;
    },
    writesAt(top: number, height: number) {
      box = { top, height };
    },
  };
}

test('a list whose reader is at the bottom stays there as it grows [LIST-05 STATE-14]', () => {
  const { scroller, grows } = list();
  grows(500);
  expect(scroller.scrollTop).toBe(1_100);
  grows(1);
  expect(scroller.scrollTop).toBe(1_101);
});

test('a list that grew between a scroll and its event is still followed', () => {
  const { scroller, grows, fire } = list();
  grows(500);
  scroller.scrollHeight += 80;
  fire('scroll');
  grows(0);
  expect(scroller.scrollTop).toBe(1_180);
});

test('a list that shrank for a moment is still followed [LIST-05]', () => {
  const { scroller, follower, grows, dips } = list();
  grows(500);
  // An estimate of 400 px that turned out to be a line of 26.
  dips(374, 600);
  expect(follower.read().isAtBottom).toBe(true);
  expect(scroller.scrollTop).toBe(1_326);
});

test('a growing list that shrank for a moment and is back at its height is still followed [LIST-05]', () => {
  const { scroller, follower, grows, dips, fire, pass } = list();
  grows(500);
  dips(22, 22);
  expect(follower.read().isAtBottom).toBe(true);
  expect(scroller.scrollTop).toBe(1_100);
  // A move of more than a line or two counts as the reader's.
  const other = list();
  other.grows(500);
  other.dips(400, 400);
  expect(other.follower.read().isAtBottom).toBe(false);
  // Once nothing grows and our own move has been reported, any move counts as the reader's.
  fire('scroll');
  pass(5_000);
  dips(22, 22);
  expect(follower.read().isAtBottom).toBe(false);
});

test('however slow the page is, the report of our own move is not the reader’s [LIST-05]', () => {
  const { scroller, follower, grows, dips, pass } = list();
  grows(500);
  pass(700);
  dips(22, 22);
  expect(follower.read().isAtBottom).toBe(true);
  expect(scroller.scrollTop).toBe(1_100);
});

test('a reader who moves a growing list has left its bottom, whatever they used to move it [LIST-06]', () => {
  const gestures: [name: string, event: object][] = [
    ['wheel', { deltaY: -4 }],
    ['keydown', { key: 'ArrowUp' }],
    ['pointerdown', {}],
  ];
  for (const [name, event] of gestures) {
    const { follower, grows, dips, fire, pass } = list();
    grows(500);
    fire(name, event);
    // Reported late, as on a busy page.
    pass(700);
    dips(24, 300);
    expect(follower.read().isAtBottom, name).toBe(false);
  }
  const { follower, grows, dips } = list();
  grows(500);
  // Moved to another screen, by whatever means.
  dips(400, 700);
  expect(follower.read().isAtBottom).toBe(false);
});

test('9 px from the bottom is the bottom, 10 px is not [STATE-13 CONST-08]', () => {
  const { follower, grows, readerScrollsTo } = list();
  grows(0);
  readerScrollsTo(600);
  readerScrollsTo(591);
  expect(follower.read().isAtBottom).toBe(true);
  readerScrollsTo(590);
  expect(follower.read().isAtBottom).toBe(false);
});

test('a reader who has scrolled up is left alone, and followed again once back at the bottom [LIST-06]', () => {
  const { scroller, grows, readerScrollsTo } = list();
  readerScrollsTo(600);
  readerScrollsTo(300);
  grows(500);
  expect(scroller.scrollTop).toBe(300);
  readerScrollsTo(1_100);
  grows(200);
  expect(scroller.scrollTop).toBe(1_300);
});

test('one turn of the wheel is enough, however fast the list is growing', () => {
  const { scroller, grows, readerScrollsTo } = list();
  grows(500);
  readerScrollsTo(1_050);
  grows(200);
  expect(scroller.scrollTop).toBe(1_050);
});

test('a slow scroll up is not pulled back before it leaves the tolerance', () => {
  const { scroller, grows, fire, readerScrollsTo, pass } = list();
  grows(0);
  fire('wheel', { deltaY: -4 });
  readerScrollsTo(596);
  grows(3);
  expect(scroller.scrollTop).toBe(596);
  fire('wheel', { deltaY: -4 });
  readerScrollsTo(592);
  grows(3);
  pass(1_000);
  grows(3);
  expect(scroller.scrollTop).toBe(592);
});

test('a finger on the list holds it; lifting it at the bottom follows again', () => {
  const { scroller, grows, touch, pass } = list();
  grows(0);
  const lift = touch();
  pass(5_000);
  grows(40);
  expect(scroller.scrollTop).toBe(600);
  lift();
  pass(300);
  grows(40);
  expect(scroller.scrollTop).toBe(680);
});

test('a thumb resting next to the list does not hold it', () => {
  const { scroller, grows, touch, pass } = list();
  grows(0);
  const lift = touch({ others: 1 });
  lift();
  pass(300);
  grows(40);
  expect(scroller.scrollTop).toBe(640);
});

test('with two fingers on one message, lifting the last one releases the list', () => {
  const { scroller, grows, touch, pass } = list();
  grows(0);
  const lift = touch();
  touch()();
  pass(300);
  grows(40);
  expect(scroller.scrollTop).toBe(600);
  lift();
  pass(300);
  grows(40);
  expect(scroller.scrollTop).toBe(680);
});

test('lifting a finger is noticed even if the message it touched has been removed', () => {
  const { scroller, grows, touch, pass } = list();
  grows(0);
  const lift = touch();
  lift({ isGone: true });
  pass(300);
  grows(40);
  expect(scroller.scrollTop).toBe(640);
});

test('‘Scroll to top’ is offered beyond 100 px [STATE-15 CONST-09]', () => {
  const { follower, readerScrollsTo } = list();
  readerScrollsTo(100);
  expect(follower.read().isPastTop).toBe(false);
  readerScrollsTo(101);
  expect(follower.read().isPastTop).toBe(true);
});

test('a growing reply does not disturb a smooth scroll to the top', () => {
  const { scroller, follower, grows, scrollCalls, glidesTo, pass } = list();
  grows(0);
  follower.toTop('smooth');
  expect(scrollCalls).toEqual([{ top: 0, behavior: 'smooth' }]);
  glidesTo(595);
  grows(20);
  expect(scroller.scrollTop).toBe(595);
  glidesTo(0);
  pass(2_000);
  grows(20);
  expect(scroller.scrollTop).toBe(0);
});

test('from far away, only the last screens on the way to the top are scrolled smoothly', () => {
  const { scroller, follower, grows, scrollCalls, fire, glidesTo } = list(100_000);
  grows(0);
  follower.toTop('smooth');
  expect(scroller.scrollTop).toBe(2_400);
  // What appeared on the way was higher than estimated.
  glidesTo(70);
  fire('scrollend');
  expect(scrollCalls).toEqual([
    { top: 0, behavior: 'smooth' },
    { top: 0, behavior: 'instant' },
  ]);
});

test('turning the wheel on the way to the top stops there', () => {
  const { follower, grows, scrollCalls, fire, glidesTo } = list(100_000);
  grows(0);
  follower.toTop('smooth');
  fire('wheel', { deltaY: 20 });
  glidesTo(70);
  fire('scrollend');
  expect(scrollCalls.length).toBe(1);
});

test('taking the scrollbar or jumping to the latest stops the way to the top', () => {
  const { scroller, follower, grows, scrollCalls, fire, glidesTo } = list(100_000);
  grows(0);
  follower.toTop('smooth');
  fire('pointerdown', { target: scroller, currentTarget: scroller });
  glidesTo(70);
  fire('scrollend');
  follower.toTop('smooth');
  follower.toBottom();
  glidesTo(70);
  fire('scrollend');
  expect(scrollCalls.map(({ behavior }) => behavior)).toEqual(['smooth', 'smooth']);
});

test('Home and End go to the very ends of the list', () => {
  const { scroller, follower, grows, scrollCalls, fire } = list(100_000);
  const press = (key: string, target: object = scroller) => {
    const preventDefault = vi.fn();
    fire('keydown', { key, target, currentTarget: scroller, preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  grows(0);
  expect(press('Home')).toBe(true);
  expect(scrollCalls).toEqual([{ top: 0, behavior: 'instant' }]);
  expect(press('End')).toBe(true);
  expect([scroller.scrollTop, follower.read().isAtBottom]).toEqual([99_600, true]);
  // In a field or a folded message they mean something else.
  expect(press('Home', {})).toBe(false);
});

test('Home pressed at the top starts nothing, and the list is followed later on', () => {
  const { scroller, grows, scrollCalls, fire, pass } = list(300);
  grows(0);
  fire('keydown', { key: 'Home', target: scroller, currentTarget: scroller, preventDefault() {} });
  pass(5_000);
  const before = scrollCalls.length;
  grows(400);
  expect(scroller.scrollTop).toBe(300);
  fire('scrollend');
  expect(scrollCalls).toHaveLength(before);
});

test('opening something does not carry the reader to the end', () => {
  const { scroller, follower, grows, fire, pass } = list();
  grows(0);
  fire('dblclick');
  grows(800);
  expect(scroller.scrollTop).toBe(600);
  expect(follower.read().isAtBottom).toBe(false);
  pass(1_000);
  grows(50);
  expect(scroller.scrollTop).toBe(600);
});

test('a text being edited is not carried off the screen by what arrives below it [STEER-09]', () => {
  const { scroller, follower, grows, fire, writesAt } = list();
  grows(0);
  writesAt(700, 100);
  grows(80);
  expect(scroller.scrollTop).toBe(680);
  fire('scroll');
  expect(follower.read().isAtBottom).toBe(true);
  grows(80);
  expect(scroller.scrollTop).toBe(700);
  fire('scroll');
  expect(follower.read().isAtBottom).toBe(false);
  grows(80);
  expect(scroller.scrollTop).toBe(700);
});

test('a reader who leaves an edited text for the end of the list is not taken back to it', () => {
  const { scroller, grows, writesAt } = list();
  grows(0);
  writesAt(0, 100);
  grows(80);
  expect(scroller.scrollTop).toBe(680);
});

test('a list that shrinks to fit is at its bottom', () => {
  const { follower, grows, readerScrollsTo } = list();
  grows(0);
  readerScrollsTo(100);
  expect(follower.read().isAtBottom).toBe(false);
  grows(-500);
  expect(follower.read().isAtBottom).toBe(true);
});

test('after a jump to the latest message the list is followed again', () => {
  const { scroller, follower, grows, readerScrollsTo } = list();
  readerScrollsTo(0);
  follower.toBottom();
  expect(follower.read().isAtBottom).toBe(true);
  grows(50);
  expect(scroller.scrollTop).toBe(650);
});

test('listeners are not called while the reader’s position does not change', () => {
  const { follower, readerScrollsTo } = list();
  readerScrollsTo(300);
  const before = follower.read();
  readerScrollsTo(310);
  expect(follower.read()).toBe(before);
});

test('a follower that was stopped listens to nothing', () => {
  const { follower, listeners } = list();
  follower.stop();
  expect(listeners.size).toBe(0);
});

test('a list that is as low as it is only for the button to its bottom is at its bottom', () => {
  const { scroller, follower, fire, setButtons, pass } = list(430, 400);
  follower.toBottom();
  // An edit box grew, and its reader looks at its beginning.
  scroller.scrollHeight = 480;
  scroller.scrollTop = 0;
  fire('wheel', { deltaY: -80 });
  fire('scroll');
  expect(follower.read()).toEqual({ isAtBottom: false, isPastTop: false });
  setButtons(56);
  follower.resized();
  expect(follower.read().isAtBottom).toBe(false);
  pass(2_000);
  scroller.scrollHeight = 400;
  follower.resized();
  expect(follower.read().isAtBottom).toBe(true);
});

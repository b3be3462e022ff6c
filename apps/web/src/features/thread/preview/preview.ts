import type { Added } from '../../../lib/built-ahead.ts';
import type { ProviderName } from '../../keys/index.ts';
import type { Message } from '../message.ts';
import { openListWindow } from '../message-list/window/list-window.ts';
import { estimatedHeight, gap } from '../message-list/window/row-estimate.ts';
import { element } from './element.ts';
import { drawMessage, isDrawn } from './message.ts';
import { layOver } from './over.ts';
import { scrollBack, stayAtEnd } from './place.ts';

/**
 * Messages, from the end on, whose heights are estimated one by one; those before are taken to be as high on average.
 * Nobody sees the difference: the thumb of a list of more is as small as thumbs get.
 */
const looked = 300;

/**
 * Draws the end of a conversation into the list of a page that was built ahead, at the places where React will draw it:
 * without React, it is there a third of the time earlier. Null, and nothing is drawn, when something on the screen is
 * not as most messages are.
 */
export function openPreview(
  list: HTMLElement,
  messages: readonly Message[],
  provider: ProviderName | null,
): Added | null {
  const content = list.firstElementChild;
  if (!(content instanceof HTMLElement) || messages.length === 0) return null;
  const near = messages.slice(-looked);
  const { parts, heights } = windowOf(near);
  const isWhole = parts.every((part) => part.type === 'room' || isDrawn(near[part.index] as Message));
  if (!isWhole) return null;

  const far = messages.length - near.length;
  content.style.rowGap = `${gap}px`;
  content.append(
    ...(far > 0 ? [drawRoom((far / near.length) * (heights.total + gap) - gap)] : []),
    ...parts.map((part) =>
      part.type === 'room' ? drawRoom(part.height) : drawMessage(near[part.index] as Message, provider),
    ),
  );
  const place = stayAtEnd(list);
  return {
    aside() {
      const toEnd = place.toEnd();
      place.leave();
      layOver(list, content, toEnd);
    },
    replaced() {
      const toEnd = place.toEnd();
      place.leave();
      return () => scrollBack(toEnd);
    },
  };
}

/** As the list itself will find them. */
function windowOf(messages: readonly Message[]) {
  const size = { width: innerWidth, height: innerHeight };
  const window = openListWindow({
    gap,
    size: () => size,
    estimate: estimatedHeight,
    nextFrame: () => () => {},
  });
  window.follow(messages);
  return { parts: window.read().parts, heights: window.heights };
}

function drawRoom(height: number): HTMLElement {
  const room = element('div', {});
  room.style.flex = 'none';
  room.style.blockSize = `${height}px`;
  return room;
}

import icon from '../../../ui/button/icon-button.module.css';
import { classes } from '../../../ui/classes.ts';

/** Every attribute that a preview can have: none of them runs or loads anything. */
type Attribute =
  | `data-${'digits' | 'done' | 'level' | 'role' | 'text' | 'wrapped'}`
  | 'aria-label'
  | 'class'
  | 'dir'
  | 'href'
  | 'rel'
  | 'role'
  | 'start'
  | 'target'
  | 'title';
type Attributes = { readonly [Name in Attribute]?: string | number | undefined };

export type Child = Node | string;

/** An element as React would make it. What a model wrote is text in it: there is no HTML here. */
export function element(name: string, attributes: Attributes, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== '') made.setAttribute(attribute, String(value));
  }
  made.append(...children);
  return made;
}

/** The room of a button that React will bring: nothing is seen there, and nothing can be pressed. */
export function buttonRoom(more?: string): HTMLElement {
  const mark = element('span', {});
  mark.style.blockSize = '16px';
  const room = element('span', { class: classes(icon.button, icon.small, more) }, mark);
  room.style.visibility = 'hidden';
  return room;
}

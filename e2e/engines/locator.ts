import { expect } from '@playwright/test';
import type { HeldKey, Key, Point, Tab } from './tab.ts';

const kinds = {
  button: 'button, [role=button], summary',
  link: 'a[href]',
  field: 'textarea, input:not([type=radio], [type=checkbox], [type=file])',
  checkbox: '[type=checkbox], [role=checkbox], [role=switch]',
  radio: '[type=radio], [role=radio]',
  dialog: '[role=dialog], [role=alertdialog]',
  menuitem: '[role^=menuitem]',
  heading: 'h1, h2, h3',
};
type Kind = keyof typeof kinds;

interface Step {
  css: string;
  name?: string;
  /** Which of them, from the end when negative; all of them by default. */
  at?: number;
}

type Question = 'count' | 'text' | 'value' | 'isFocused' | 'isOn' | 'place' | 'focus';

/** Elements of the page, queried each time by role, name or selector. */
export class Locator {
  readonly tab: Tab;
  readonly #steps: Step[];

  constructor(tab: Tab, steps: Step[] = []) {
    this.tab = tab;
    this.#steps = steps;
  }

  all(css: string, name?: string): Locator {
    return new Locator(this.tab, [...this.#steps, { css, ...(name === undefined ? {} : { name }) }]);
  }

  the(kind: Kind, name?: string): Locator {
    return this.all(kinds[kind], name);
  }

  button(name: string): Locator {
    return this.the('button', name);
  }

  field(label: string): Locator {
    return this.the('field', label);
  }

  at(index: number): Locator {
    const last = this.#steps.at(-1) ?? { css: '*' };
    return new Locator(this.tab, [...this.#steps.slice(0, -1), { ...last, at: index }]);
  }

  get last(): Locator {
    return this.at(-1);
  }

  count = () => this.#ask<number>('count');
  /** The visible text of all of them. */
  text = () => this.#ask<string>('text');
  value = () => this.#ask<string>('value');
  isFocused = () => this.#ask<boolean>('isFocused');
  isOn = () => this.#ask<boolean>('isOn');

  /** Waits until it is there, alone, still and in front of everything else. */
  async place(): Promise<Point> {
    let place: Point | null = null;
    await expect
      .poll(
        async () => {
          place = await this.#ask<Point | null>('place');
          return place !== null;
        },
        `${JSON.stringify(this.#steps)} can be clicked`,
      )
      .toBe(true);
    return place as unknown as Point;
  }

  async click(): Promise<void> {
    await this.tab.click(await this.place());
  }

  /** Waits until it takes the focus: the text box is disabled until an answer begins. */
  async focus(): Promise<void> {
    await this.hasCount(1);
    const isFocused = async () => {
      await this.#ask('focus');
      return this.isFocused();
    };
    await expect.poll(isFocused, `${JSON.stringify(this.#steps)} takes the focus`).toBe(true);
  }

  /** Replaces the text that is there, as pasting does. */
  async fill(text: string): Promise<void> {
    await this.focus();
    await this.tab.run((text) => {
      (document.activeElement as HTMLInputElement).select();
      document.execCommand('insertText', false, text);
    }, text);
    expect(await this.value()).toBe(text);
  }

  async press(key: Key | string, ...held: HeldKey[]): Promise<void> {
    await this.focus();
    await this.tab.press(key, ...held);
  }

  /** Waits until there are so many. */
  async hasCount(count: number): Promise<void> {
    await expect.poll(this.count, `${JSON.stringify(this.#steps)} is there`).toBe(count);
  }

  async hasText(words: string | RegExp): Promise<void> {
    if (typeof words === 'string') await expect.poll(this.text).toContain(words);
    else await expect.poll(this.text).toMatch(words);
  }

  #ask<Answer>(question: Question): Promise<Answer> {
    return this.tab.run(inPage, this.#steps, question) as Promise<Answer>;
  }
}

/** Runs in the page, so it knows nothing from outside. */
async function inPage(steps: Step[], question: Question): Promise<unknown> {
  function nameOf(element: Element): string {
    const by = element.getAttribute('aria-labelledby')?.split(' ');
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : [];
    const name =
      by?.map((id) => document.getElementById(id)?.textContent).join(' ') ??
      element.getAttribute('aria-label') ??
      labels[0]?.textContent ??
      element.textContent;
    return name.trim();
  }
  let found: HTMLElement[] = [document.documentElement];
  for (const { css, name, at } of steps) {
    found = found
      .flatMap((within) => [...within.querySelectorAll<HTMLElement>(css)])
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => name === undefined || nameOf(one) === name);
    if (at !== undefined) found = [found.at(at)].filter((one) => one !== undefined);
  }
  const [only] = found.length === 1 ? found : [];
  if (question === 'count') return found.length;
  // biome-ignore lint/performance/useDomNodeTextContent: what a person reads is what counts here
  if (question === 'text') return found.map((one) => one.innerText).join('\n');
  if (question === 'value') return (only as HTMLInputElement | undefined)?.value ?? null;
  if (question === 'isFocused') return only !== undefined && only === document.activeElement;
  if (question === 'isOn')
    return (only as HTMLInputElement | undefined)?.checked ?? only?.ariaChecked === 'true';
  if (question === 'focus') return only?.focus();

  if (only === undefined || only.matches(':disabled, [aria-disabled=true]')) return null;
  const middle = () => {
    const { x, y, width, height } = only.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const isFront = ({ x, y }: Point) => {
    const front = document.elementFromPoint(x, y);
    return front !== null && (only.contains(front) || front.contains(only));
  };
  if (!isFront(middle())) only.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const before = middle();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const after = middle();
  return before.x === after.x && before.y === after.y && isFront(after) ? after : null;
}

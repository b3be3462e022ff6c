/** A key that types no character, by its name in keyboard events. */
export type Key =
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'Home'
  | 'End'
  | 'PageUp'
  | 'PageDown'
  | 'ArrowUp'
  | 'ArrowRight'
  | 'Backspace';
export type HeldKey = 'Shift' | 'Control';

export interface Point {
  x: number;
  y: number;
}

/** One page of a browser, driven as a person would: what both drivers have in common. */
export interface Tab {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs in the page. Arguments and result are JSON. */
  run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  click(at: Point): Promise<void>;
  wheel(at: Point, down: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key | string, ...held: HeldKey[]): Promise<void>;
  /** Chooses files for the one file input that this selector finds. */
  choose(input: string, paths: string[]): Promise<void>;
  /** The size of the viewport. */
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** One more page with the same storage. */
  another(): Promise<Tab>;
}

/** A running browser. */
export interface Browser {
  /** A page with nothing stored. */
  open(): Promise<Tab>;
  /** Closes its pages and clears what was stored. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  name: 'firefox' | 'webkit';
  /** A sentence that says what to install; null when all is there. */
  missing(): string | null;
  start(): Promise<Browser>;
}

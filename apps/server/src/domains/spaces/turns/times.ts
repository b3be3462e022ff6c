/** All in milliseconds. */
export interface TurnTimes {
  /** Between two checks of open turns without any event. */
  check: number;
  /** Between two looks at the changes of a space's torches. */
  look: number;
  /** After an event that could not be applied. */
  retry: number;
}

export const turnTimes: TurnTimes = { check: 5_000, look: 1_000, retry: 2_000 };

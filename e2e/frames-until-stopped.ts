import type { Page } from '@playwright/test';

/**
 * Presses Stop, and counts the frames until the Send button is back. Six are 100 ms at 60 Hz. Not milliseconds: when
 * the machine is busy, a frame that takes 16 ms was seen to take 100.
 */
export const framesUntilStopped = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`);
    button('Stop')?.click();
    let frames = 0;
    while (!button('Send message')) {
      await new Promise(requestAnimationFrame);
      frames++;
    }
    return frames;
  });

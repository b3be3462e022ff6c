import type { Page, Route } from '@playwright/test';
import { expect } from './journey.ts';

/** What a person sees of one of the forms that need a challenge. */
export class AuthForm {
  readonly page: Page;
  readonly submit;
  readonly box;
  readonly alerts;

  constructor(page: Page, submit: string) {
    this.page = page;
    this.submit = page.getByRole('button', { name: submit });
    this.box = page.getByRole('checkbox', { name: 'I am human' });
    this.alerts = page.getByRole('alert');
  }

  field(label: string) {
    return this.page.getByLabel(label, { exact: true });
  }

  async fill(fields: Record<string, string>) {
    for (const [label, text] of Object.entries(fields)) await this.field(label).fill(text);
  }

  /** Fills the fields, waits until the challenge is solved, and sends. */
  async send(fields: Record<string, string> = {}) {
    await this.fill(fields);
    await expect(this.box).toBeChecked();
    await this.submit.click();
  }

  async expectError(label: string, sentence: string) {
    await expect(this.field(label)).toHaveAccessibleDescription(new RegExp(escaped(sentence)));
    await expect(this.field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(this.page.getByText(sentence, { exact: true })).toBeVisible();
  }

  async expectRefused(sentence: string) {
    await expect(this.alerts.getByText(sentence, { exact: true })).toBeVisible();
  }

  /** From now on this call is refused. */
  async refuse(path: string, status: number, message = 'The server’s own words.') {
    await this.page.route(`**${path}`, (route) => refuse(route, status, message));
  }

  /** From now on this call is answered so. */
  async answer(path: string, json: unknown) {
    await this.page.route(`**${path}`, (route) => route.fulfill({ json }));
  }
}

function refuse(route: Route, status: number, message: string) {
  return route.fulfill({ status, json: { message, error: 'unexpected', request_id: 'r-1' } });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Challenges arrive only once the function that this answers is called. */
export async function holdChallenges(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/challenge?*', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

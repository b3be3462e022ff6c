import { expect } from '@playwright/test';
import { catalog } from '@polylogue/providers/catalog';
import type { ProviderName } from '../provider.ts';
import { Locator } from './locator.ts';

/** The chat screen as a person finds it. */
export class Chat extends Locator {
  readonly box = this.field('Message');
  readonly send = this.button('Send message');
  readonly stop = this.button('Stop');
  readonly list = this.all('[role=log]');
  readonly questions = this.list.all('[data-role=user]');
  readonly replies = this.list.all('[data-role=assistant]');
  readonly toasts = this.all('[aria-label=Notifications] [class*=_toast_]');
  readonly dialog = this.the('dialog', 'API Configuration');
  readonly files = this.all(
    '[aria-label="Files to send"] [role=listitem], [aria-label="Files to send"] > li',
  );

  /** Waits until the app has hydrated the page: until then only the text box responds. */
  async isReady() {
    const isOurs = () => {
      const list = document.querySelector('[role=log]');
      return list !== null && Object.keys(list).some((key) => key.startsWith('__reactFiber'));
    };
    await expect.poll(() => this.tab.run(isOurs)).toBe(true);
  }

  /** Fills the open dialog in and saves. */
  async configure(provider: ProviderName, setting: { endpoint: string; model: string; apiKey: string }) {
    await this.dialog.all('label', catalog[provider].brand).click();
    await this.dialog.field('API Endpoint').fill(setting.endpoint);
    await this.dialog.field('Model Name').fill(setting.model);
    await this.dialog.field('API Key').fill(setting.apiKey);
    await this.dialog.button('Save Changes').click();
    await this.dialog.hasCount(0);
  }

  /** Writes and sends. Does not wait for the reply. */
  async say(text: string) {
    await this.box.fill(text);
    await this.box.press('Enter');
  }

  /** Writes, sends and waits until the whole reply is there. */
  async ask(text: string): Promise<Locator> {
    const before = await this.messages();
    await this.say(text);
    await expect.poll(this.messages).toBe(before + 2);
    await this.send.hasCount(1);
    return this.replies.last;
  }

  /** How many messages there are, including those that are not in the page. */
  messages = () =>
    this.tab.run(() => Number([...document.querySelectorAll('[data-message]')].at(-1)?.ariaPosInSet ?? 0));

  /** How far the list is from its beginning and from its end, in px. */
  scrolling(): Promise<{ top: number; toBottom: number; height: number }> {
    return this.tab.run(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector('[role=log]') as HTMLElement;
      return { top: scrollTop, toBottom: scrollHeight - clientHeight - scrollTop, height: clientHeight };
    });
  }
}

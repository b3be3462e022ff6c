import type { ProviderSetting, Question } from '@polylogue/providers';
import type { Adapters } from './adapters.ts';
import { parcels } from './parcels.ts';
import type { FromWorker, Line, ToWorker } from './said.ts';

/** A question or a listing that is being answered. */
interface Asked {
  control: AbortController;
  taken(): void;
}

/** Answers the page at the other end of the line, until its worker ends. */
export function serve(page: Line<FromWorker, ToWorker>, adapters: Adapters): void {
  const asked = new Map<number, Asked>();

  page.addEventListener('message', ({ data: said }) => {
    const { id } = said;
    if (said.type === 'left') return asked.get(id)?.control.abort();
    if (said.type === 'taken') return asked.get(id)?.taken();
    const done = said.type === 'question' ? answer(id, said.question) : list(id, said.setting);
    done.catch(() => page.postMessage({ type: 'broken', id })).finally(() => asked.delete(id));
  });
  page.postMessage({ type: 'ready' });

  async function answer(id: number, question: Question) {
    const control = new AbortController();
    const { signal } = control;
    const parcel = parcels(
      (events, isLast) => signal.aborted || page.postMessage({ type: 'parcel', id, events, isLast }),
    );
    asked.set(id, { control, taken: parcel.taken });
    // Whoever waits for room goes on, and finds that nobody is there.
    signal.addEventListener('abort', parcel.taken);
    let isLast = false;
    try {
      for await (const event of adapters.answer(question, { signal })) {
        parcel.add(event);
        const room = parcel.room();
        if (room) await room;
      }
      isLast = true;
    } finally {
      parcel.flush(isLast);
    }
  }

  async function list(id: number, setting: ProviderSetting) {
    const control = new AbortController();
    asked.set(id, { control, taken() {} });
    page.postMessage({ type: 'listed', id, listing: await adapters.models(setting, control) });
  }
}

import type { Adapters } from './adapters.ts';
import { parcels } from './parcels.ts';
import type { FromWorker, Line, ToWorker } from './said.ts';

/** Answers the page at the other end of the line, until its worker ends. */
export function serve(page: Line<FromWorker, ToWorker>, adapters: Adapters): void {
  const asked = new Map<number, AbortController>();

  page.addEventListener('message', ({ data: said }) => {
    if (said.type === 'left') return asked.get(said.id)?.abort();
    const control = new AbortController();
    const { id } = said;
    asked.set(id, control);
    const done =
      said.type === 'question' ? answer(id, said.question, control) : list(id, said.setting, control);
    done.catch(() => page.postMessage({ type: 'broken', id })).finally(() => asked.delete(id));
  });
  page.postMessage({ type: 'ready' });

  async function answer(
    id: number,
    question: Parameters<Adapters['answer']>[0],
    { signal }: AbortController,
  ) {
    const parcel = parcels(
      (events, isLast) => signal.aborted || page.postMessage({ type: 'parcel', id, events, isLast }),
      () => performance.now(),
    );
    let isLast = false;
    try {
      for await (const event of adapters.answer(question, { signal })) parcel.add(event);
      isLast = true;
    } finally {
      parcel.flush(isLast);
    }
  }

  async function list(id: number, setting: Parameters<Adapters['models']>[0], { signal }: AbortController) {
    page.postMessage({ type: 'listed', id, listing: await adapters.models(setting, { signal }) });
  }
}

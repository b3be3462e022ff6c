import { serverNow } from '../../../api/index.ts';
import { storage } from '../../../lib/state/storage.ts';
import { titlesEntry } from '../../conversation/index.ts';
import {
  answer,
  catalogue,
  isLocal,
  knownModels,
  listedBy,
  listModels,
  savedProviders,
} from '../../keys/index.ts';
import { type openedStore, titleOfQuestion } from '../../sync/index.ts';
import { modelsOf } from '../steering/models/model-groups.ts';
import { textTokens } from '../steering/models/token-counts.ts';
import { priceOf } from '../storing/answer-price.ts';
import { listedForTitles, titleModel, tokensFor } from './title-model.ts';
import { type FirstAnswer, giveTitle } from './titling.ts';

// Fetched after the first answer of a conversation, by whoever has switched titles on.

/** Gives a conversation its title. Never rejects. */
export async function beginTitling(first: FirstAnswer, store: ReturnType<typeof openedStore>): Promise<void> {
  try {
    const counting = await catalogue.fetch();
    await giveTitle(
      {
        store: () => store,
        titleOf: titleOfQuestion,
        choose,
        countTokens: (text) => textTokens(text, counting),
        answer,
        priceOf,
        now: serverNow,
      },
      first,
    );
  } catch {
    // The first line stays.
  }
}

async function choose({ provider, model, endpoint }: FirstAnswer['asked']) {
  const origin = URL.parse(endpoint)?.origin;
  const connection = savedProviders().find((one) => one.provider === provider && one.origin === origin);
  if (!connection) return null;
  const [counting, known] = await Promise.all([catalogue.fetch(), knownModels()]);
  const facts = {
    canSkipThinking(model: string) {
      const info = known.modelInfo(provider, model);
      if (!info) return null;
      return !info.reasoning || (info.efforts?.takes.includes('none') ?? false);
    },
    leastTokens: (model: string) => known.modelInfo(provider, model)?.leastMaxTokens ?? 0,
  };
  if (isLocal(endpoint)) {
    // It costs nothing but time, which a person has to choose.
    const isChosen = storage.read(titlesEntry) === 'everywhere';
    return isChosen ? { model, maxTokens: tokensFor(model, facts), origin: connection.origin } : null;
  }
  const listed = await listedForTitles(connection, { listedBy, listModels });
  const models = modelsOf(connection, listed, counting, serverNow());
  const chosen = titleModel(models, model, facts);
  return chosen && { ...chosen, origin: connection.origin };
}

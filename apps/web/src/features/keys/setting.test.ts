import { beforeEach, describe, expect, test, vi } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { openSettings } from './setting.ts';
import { contents, forbiddenStorage, memoryStorage, texts } from './testing/memory-storage.ts';

const openai = {
  type: 'openai',
  config: { apiKey: 'sk-openai-1', endpoint: 'https://api.openai.com/v1', model: 'gpt-4o' },
} as const;
const grok = {
  type: 'grok',
  config: { apiKey: 'xai-grok-1', endpoint: 'https://api.x.ai/v1', model: 'grok-2-1212' },
} as const;

const over = (storage: Storage) => openSettings(safeStorage(() => storage));

/** The page's window, as far as storage events go. */
let page = new EventTarget();
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
const heardFrom = (storageArea: Storage, key: string | null) =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }));

describe('what is stored', () => {
  test('no provider stored means no configuration [SET-05]', () => {
    const settings = over(
      memoryStorage({ openai_api_key: 'sk-1', openai_endpoint: 'https://api.openai.com/v1' }),
    );
    expect(settings.read()).toBeNull();
    expect(settings.stored()).toEqual({ state: 'none' });
  });

  test('the four entries decide which provider is asked, where and with which key, no matter who wrote them [SET-01 SET-02 SET-03]', () => {
    const storage = memoryStorage({
      ai_provider: 'anthropic',
      openai_api_key: 'sk-ant-1',
      openai_endpoint: 'https://api.anthropic.com/v1/messages',
      openai_model: 'claude-sonnet-5-5',
    });
    expect(over(storage).read()).toEqual({
      type: 'anthropic',
      config: {
        apiKey: 'sk-ant-1',
        endpoint: 'https://api.anthropic.com/v1/messages',
        model: 'claude-sonnet-5-5',
      },
    });
  });

  test('saving writes all four entries, named openai for every provider [SET-03 SET-04 STATE-09]', () => {
    const storage = memoryStorage();
    over(storage).save(grok);
    expect(texts(storage)).toMatchObject({
      ai_provider: 'grok',
      openai_api_key: 'xai-grok-1',
      openai_endpoint: 'https://api.x.ai/v1',
      openai_model: 'grok-2-1212',
    });
  });

  test('an entry changed by something else counts at the next read', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save(openai);
    storage.setItem('openai_model', 'gpt-6-luna');
    expect(settings.read()?.config.model).toBe('gpt-6-luna');
  });

  test('a storage event makes listeners read again [STATE-08]', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    const seen: (string | undefined)[] = [];
    settings.listen(() => seen.push(settings.read()?.type));
    storage.setItem('ai_provider', 'deepseek');
    heardFrom(storage, 'ai_provider');
    expect(seen).toEqual(['deepseek']);
  });

  test('who asks for changes of the connections hears of a new key, and not of what is typed meanwhile [LEND-02]', () => {
    const storage = memoryStorage();
    const shared = safeStorage(() => storage);
    const settings = openSettings(shared);
    let changes = 0;
    settings.onConnectionsChanged(() => {
      changes += 1;
      shared.write('polylogue.heard', 'also by what is called back');
    });
    shared.write('polylogue.draft', 'What is a torch?');
    expect(changes).toBe(0);
    settings.save(openai);
    expect(changes).toBe(1);
    settings.save({ ...openai, config: { ...openai.config, apiKey: 'sk-openai-2' } });
    expect(changes).toBe(2);
  });

  test('a folder’s model, used in this tab alone, changes no connection', () => {
    const [storage, tab] = [memoryStorage(), memoryStorage()];
    const settings = openSettings(
      safeStorage(() => storage),
      safeStorage(() => tab),
    );
    settings.save(grok);
    settings.save(openai);
    let changes = 0;
    settings.onConnectionsChanged(() => {
      changes += 1;
    });
    settings.chooseInTab({ provider: 'grok', origin: 'https://api.x.ai', model: 'grok-4' });
    settings.chooseInTab(null);
    expect(changes).toBe(0);
  });

  test('listeners are called once per save, when it is complete', () => {
    const settings = over(memoryStorage());
    settings.save(openai);
    const seen: unknown[] = [];
    settings.listen(() => seen.push(settings.read()));
    settings.save(grok);
    expect(seen).toEqual([grok]);
  });

  test('what one tab chose for itself is asked in it alone, until something is saved there [FOLDER-07]', () => {
    const storage = memoryStorage();
    const tabs = [memoryStorage(), memoryStorage()].map((tab) => safeStorage(() => tab));
    const [one, other] = tabs.map((tab) =>
      openSettings(
        safeStorage(() => storage),
        tab,
      ),
    );
    one?.save(grok);
    one?.save(openai);
    one?.chooseInTab({ provider: 'grok', origin: 'https://api.x.ai', model: 'grok-4' });
    expect(one?.read()).toEqual({ ...grok, config: { ...grok.config, model: 'grok-4' } });
    expect(one?.read()).toBe(one?.read());
    expect(one?.saved().map(({ model }) => model)).toEqual(['gpt-4o', 'grok-4']);
    expect(other?.read()).toEqual(openai);
    other?.save({ ...openai, config: { ...openai.config, model: 'gpt-6-luna' } });
    expect(one?.read()?.type).toBe('grok');
    // After a reload, too.
    expect(
      openSettings(
        safeStorage(() => storage),
        tabs[0],
      ).read()?.config.model,
    ).toBe('grok-4');
    // What another tab uses is not removed, nor is its key.
    expect(one?.remove({ provider: 'openai' })).toBe(false);
    one?.chooseInTab(null);
    expect(one?.read()?.config.model).toBe('gpt-6-luna');
    one?.chooseInTab({ provider: 'grok', model: 'grok-4' });
    one?.save(openai);
    expect(one?.read()).toEqual(openai);
  });

  test('a choice of a tab whose connection is gone counts no more; one without its key asks for the key', () => {
    const [storage, tab] = [memoryStorage(), memoryStorage()];
    const settings = openSettings(
      safeStorage(() => storage),
      safeStorage(() => tab),
    );
    settings.save(grok);
    settings.save(openai);
    settings.chooseInTab({ provider: 'grok', origin: 'https://api.x.ai', model: 'grok-4' });
    settings.forgetKey({ provider: 'grok' });
    expect(settings.read()?.config).toMatchObject({ apiKey: '', model: 'grok-4' });
    storage.removeItem('polylogue.connections');
    expect(settings.read()).toEqual(openai);
  });

  test('the same entries are the same object, so that nothing renders twice', () => {
    const settings = over(memoryStorage());
    settings.save(openai);
    expect(settings.read()).toBe(settings.read());
  });

  test('a missing endpoint and model default to the provider’s own', () => {
    const settings = over(memoryStorage({ ai_provider: 'gemini', openai_api_key: 'AQ.1' }));
    expect(settings.read()?.config).toEqual({
      apiKey: 'AQ.1',
      endpoint: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:generateContent',
      model: 'gemini-pro',
    });
  });
});

describe('garbage in the storage', () => {
  test('an unknown provider is unsupported, not a crash [FORM-04 ERR-09]', () => {
    const settings = over(memoryStorage({ ai_provider: 'toString', openai_api_key: 'k' }));
    expect(settings.stored()).toEqual({ state: 'unsupported', provider: 'toString' });
    expect(settings.read()).toBeNull();
  });

  test.each([
    '{',
    'null',
    '{}',
    '"x"',
    '[7, null]',
    '[{"type":"openai","apiKey":1}]',
    '[{"__proto__":{"type":"openai","apiKey":"a","endpoint":"b","model":"c"}}]',
  ])('saved connections that read %s count as none', (rubbish) => {
    const settings = over(memoryStorage({ 'polylogue.connections': rubbish }));
    expect(settings.remembered({ provider: 'openai' })).toBeNull();
    expect(settings.save(openai)).toEqual({ setting: true, remembered: true });
    expect(settings.remembered({ provider: 'openai' })).toEqual(openai.config);
  });

  test.each(['not a url', 'javascript:alert(1)', 'file:///etc/passwd', 'https://user:pass@host.example'])(
    'the endpoint %s is a problem, not an address',
    (endpoint) => {
      const settings = over(
        memoryStorage({ ai_provider: 'openai', openai_api_key: 'sk-1', openai_endpoint: endpoint }),
      );
      expect(settings.stored()).toMatchObject({ state: 'set', problem: 'no-url' });
    },
  );

  test('a key copied as masking dots is reported before a header chokes on it', () => {
    const settings = over(memoryStorage({ ai_provider: 'openai', openai_api_key: '••••••••' }));
    expect(settings.stored()).toMatchObject({ problem: 'key-garbled' });
  });
});

describe('a key belongs to its origin', () => {
  test('four entries without a record of the origin work [SET-06]', () => {
    const storage = memoryStorage({
      ai_provider: 'openai',
      openai_api_key: 'sk-1',
      openai_endpoint: 'http://127.0.0.1:4010/openai/v1',
      openai_model: 'm',
    });
    expect(over(storage).stored()).toMatchObject({ state: 'set', problem: null });
  });

  test('an endpoint moved to another host by someone else is a problem [SET-06 CONF-15]', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save(openai);
    expect(storage.getItem('polylogue.key_host')).toBe('https://api.openai.com');
    storage.setItem('openai_endpoint', 'https://api.openai.com.evil.example/v1');
    expect(settings.stored()).toMatchObject({ problem: 'other-origin', keyOrigin: 'https://api.openai.com' });
  });

  test('another port is another origin', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save({ ...openai, config: { ...openai.config, endpoint: 'http://localhost:1234/v1' } });
    storage.setItem('openai_endpoint', 'http://localhost:4321/v1');
    expect(settings.stored()).toMatchObject({ problem: 'other-origin' });
  });

  test('another path of the same origin is fine', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save(openai);
    storage.setItem('openai_endpoint', 'https://api.openai.com/v1/chat/completions');
    expect(settings.stored()).toMatchObject({ problem: null });
  });

  test('`none` is not a secret and may go anywhere', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save({ ...openai, config: { ...openai.config, apiKey: 'none' } });
    storage.setItem('openai_endpoint', 'http://localhost:11434/v1');
    expect(settings.stored()).toMatchObject({ problem: null });
  });

  test('an endpoint that contains the key is a problem: addresses end up in logs', () => {
    const settings = over(
      memoryStorage({
        ai_provider: 'gemini',
        openai_api_key: 'AIzaSecret123',
        openai_endpoint: 'https://generativelanguage.googleapis.com/v1beta?key=AIzaSecret123',
      }),
    );
    expect(settings.stored()).toMatchObject({ problem: 'key-in-url' });
  });

  test('no other tab ever sees a key beside a foreign endpoint while a save is under way', () => {
    const storage = memoryStorage();
    const pairs: string[] = [];
    const watched = new Proxy(storage, {
      get(target, symbol) {
        const name = symbol as keyof Storage;
        if (name !== 'setItem' && name !== 'removeItem') return target[name];
        return (...args: [string, string]) => {
          target[name](...args);
          pairs.push(
            `${target.getItem('openai_api_key') ?? ''} @ ${target.getItem('openai_endpoint') ?? ''}`,
          );
        };
      },
    });
    const settings = over(watched);
    settings.save(openai);
    settings.save(grok);
    const keyed = new Set(pairs.filter((pair) => !pair.startsWith(' @')));
    expect(keyed).toEqual(
      new Set(['sk-openai-1 @ https://api.openai.com/v1', 'xai-grok-1 @ https://api.x.ai/v1']),
    );
  });
});

describe('each provider’s last config', () => {
  test('switching back loses no key [CONF-14 SET-06]', () => {
    const settings = over(memoryStorage());
    settings.save(openai);
    settings.save(grok);
    expect(settings.remembered({ provider: 'openai' })).toEqual(openai.config);
    expect(settings.remembered({ provider: 'grok' })).toEqual(grok.config);
    expect(settings.remembered({ provider: 'gemini' })).toBeNull();
  });

  test('a setting written by something else is remembered before it is replaced', () => {
    const storage = memoryStorage({
      ai_provider: 'anthropic',
      openai_api_key: 'sk-ant-1',
      openai_endpoint: 'https://api.anthropic.com/v1/messages',
      openai_model: 'claude-sonnet-5-5',
    });
    const settings = over(storage);
    settings.save(grok);
    expect(settings.remembered({ provider: 'anthropic' })?.apiKey).toBe('sk-ant-1');
  });

  test('a key is not remembered together with an origin it was not saved for', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save(openai);
    storage.setItem('openai_endpoint', 'https://evil.example/v1');
    settings.save(grok);
    expect(settings.remembered({ provider: 'openai' })).toEqual(openai.config);
    expect(contents(storage)).not.toContain('evil.example');
  });
});

describe('forgetting a key', () => {
  test('it is removed from the entries and every remembered config, and the rest stays', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save({ ...grok, config: { ...grok.config, apiKey: openai.config.apiKey } });
    settings.save(openai);
    expect(settings.forgetKey({ provider: 'openai' })).toBe(true);
    expect(contents(storage)).not.toContain(openai.config.apiKey);
    expect(settings.read()).toEqual({ ...openai, config: { ...openai.config, apiKey: '' } });
    expect(settings.remembered({ provider: 'grok' })).toEqual({ ...grok.config, apiKey: '' });
  });

  test('another provider’s key stays', () => {
    const settings = over(memoryStorage());
    settings.save(openai);
    settings.save(grok);
    settings.forgetKey({ provider: 'openai' });
    expect(settings.read()).toEqual(grok);
    expect(settings.remembered({ provider: 'openai' })?.apiKey).toBe('');
  });

  test('a key that only this tab knows is removed too', () => {
    const settings = openSettings(safeStorage(forbiddenStorage));
    settings.save(openai);
    expect(settings.forgetKey({ provider: 'openai' })).toBe(true);
    expect(settings.read()?.config.apiKey).toBe('');
  });

  test('when the browser does not remove the key, it is not reported as removed', () => {
    const storage = memoryStorage();
    over(storage).save(openai);
    const stuck = new Proxy(storage, {
      get: (target, name) =>
        name === 'removeItem' || name === 'setItem' ? forbiddenStorage : target[name as keyof Storage],
    });
    expect(over(stuck).forgetKey({ provider: 'openai' })).toBe(false);
  });
});

describe('storage that loses data', () => {
  test('without storage the setting lasts as long as this tab, and the result says so', () => {
    const settings = openSettings(safeStorage(forbiddenStorage));
    expect(settings.read()).toBeNull();
    expect(settings.save(openai)).toEqual({ setting: false, remembered: false });
    expect(settings.read()).toEqual(openai);
    expect(settings.lastSave().setting).toBe(false);
    settings.save(grok);
    expect(settings.read()).toEqual(grok);
    expect(settings.remembered({ provider: 'openai' })).toEqual(openai.config);
  });

  test.each([0, 40, 80, 120, 160, 200])(
    'with room for %i characters, the browser keeps the whole setting or none of it',
    (room) => {
      const storage = memoryStorage({}, room);
      const settings = over(storage);
      const { setting } = settings.save(openai);
      expect(settings.read()).toEqual(openai);
      // After a reload:
      expect(over(storage).read()).toEqual(setting ? openai : null);
    },
  );

  test('a newer setting from another tab wins over one that only this tab holds', () => {
    const storage = memoryStorage({}, 60);
    const settings = over(storage);
    expect(settings.save(openai).setting).toBe(false);
    storage.setItem('ai_provider', 'grok');
    expect(settings.read()?.type).toBe('grok');
    expect(settings.lastSave().setting).toBe(true);
  });

  test('storage emptied in another tab empties this one', () => {
    const storage = memoryStorage({}, 0);
    const settings = over(storage);
    settings.listen(() => undefined);
    settings.save(openai);
    heardFrom(storage, null);
    expect(settings.read()).toBeNull();
  });

  test('full storage does not cost the configs remembered before', () => {
    const storage = memoryStorage();
    over(storage).save(openai);
    const full = memoryStorage(texts(storage), contents(storage).length - 30);
    const settings = over(full);
    expect(settings.save(grok).remembered).toBe(false);
    expect(settings.remembered({ provider: 'grok' })).toEqual(grok.config);
    expect(over(full).remembered({ provider: 'openai' })).toEqual(openai.config);
  });
});

describe('saved providers', () => {
  const both = () => {
    const storage = memoryStorage();
    const settings = over(storage);
    settings.save(grok);
    settings.save(openai);
    return { storage, settings };
  };

  test('all usable providers are listed, and no key is in the list [COST-02]', () => {
    const { settings } = both();
    expect(settings.saved()).toEqual([
      {
        provider: 'openai',
        origin: 'https://api.openai.com',
        name: 'OpenAI',
        model: 'gpt-4o',
      },
      {
        provider: 'grok',
        origin: 'https://api.x.ai',
        name: 'xAI',
        model: 'grok-2-1212',
      },
    ]);
  });

  test('the list follows what is saved, and is the same one while nothing changes [COST-02]', () => {
    const { storage, settings } = both();
    const before = settings.saved();
    expect(settings.saved()).toBe(before);
    settings.forgetKey({ provider: 'grok' });
    expect(settings.saved().map(({ provider }) => provider)).toEqual(['openai']);
    // The key goes nowhere else: only the endpoint it was saved with can be used.
    storage.setItem('openai_endpoint', 'https://evil.example/v1');
    expect(settings.saved().map(({ origin }) => origin)).toEqual(['https://api.openai.com']);
    expect(settings.stored({ provider: 'openai' })).toMatchObject({ problem: 'other-origin' });
  });

  test('a provider that is not the chosen one is read as it was saved, with another model if one is named', () => {
    const { settings } = both();
    expect(settings.read({ provider: 'grok' })).toEqual(grok);
    expect(settings.read({ provider: 'grok', model: 'grok-4.7' })?.config).toEqual({
      ...grok.config,
      model: 'grok-4.7',
    });
    expect(settings.read()).toEqual(openai);
  });

  test('the chosen one is read from the entries, no matter who wrote them last', () => {
    const { storage, settings } = both();
    storage.setItem('openai_api_key', 'sk-by-hand');
    expect(settings.read({ provider: 'openai' })?.config.apiKey).toBe('sk-by-hand');
  });

  test('nothing is found for a provider that was never saved', () => {
    expect(both().settings.stored({ provider: 'anthropic' })).toEqual({ state: 'none' });
  });
});

describe('saved connections', () => {
  const ollama = {
    type: 'openai',
    config: { apiKey: 'none', endpoint: 'http://localhost:11434/v1/chat/completions', model: 'llama3.2' },
  } as const;
  const relay = {
    type: 'openai',
    config: { apiKey: 'sk-relay-1', endpoint: 'https://relay.example/v1', model: 'gpt-6-luna' },
  } as const;
  const at = (origin: string) => ({ provider: 'openai', origin }) as const;

  test('there is one for each origin, each with its own key and model [PLACE-04]', () => {
    const settings = over(memoryStorage());
    for (const one of [openai, ollama, relay]) settings.save(one);
    expect(settings.saved().map(({ name, model }) => `${name} · ${model}`)).toEqual([
      'OpenAI · gpt-4o',
      'Ollama · llama3.2',
      'relay.example · gpt-6-luna',
    ]);
    expect(settings.read(at('http://localhost:11434'))).toEqual(ollama);
    expect(settings.read(at('https://api.openai.com'))).toEqual(openai);
    expect(settings.read()).toEqual(relay);
  });

  test('a removed one is gone everywhere, with its key; the one in use stays [PLACE-04]', () => {
    const storage = memoryStorage();
    const settings = over(storage);
    for (const one of [relay, openai]) settings.save(one);
    expect(settings.remove(at('https://api.openai.com'))).toBe(false);
    expect(settings.remove(at('https://relay.example'))).toBe(true);
    expect(contents(storage)).not.toContain(relay.config.apiKey);
    expect(settings.read()).toEqual(openai);
  });
});

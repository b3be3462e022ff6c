import { expect, test } from 'vitest';
import { endpointHost, isOwnHost, modelsUrl, questionUrl } from './endpoint.ts';
import { settingOf } from './testing/network.ts';

const google = 'https://generativelanguage.googleapis.com';
const sse = 'alt=sse';

test.each([
  // provider, endpoint, model, question, models
  [
    'openai',
    'https://api.openai.com/v1/chat/completions',
    'm',
    'https://api.openai.com/v1/chat/completions',
    'https://api.openai.com/v1/models',
  ],
  [
    'openai',
    'https://api.openai.com/v1',
    'm',
    'https://api.openai.com/v1/chat/completions',
    'https://api.openai.com/v1/models',
  ],
  [
    'openai',
    'https://api.openai.com',
    'm',
    'https://api.openai.com/v1/chat/completions',
    'https://api.openai.com/v1/models',
  ],
  [
    'openai',
    ' http://localhost:11434/v1/ ',
    'm',
    'http://localhost:11434/v1/chat/completions',
    'http://localhost:11434/v1/models',
  ],
  [
    'openai',
    'http://localhost:8000',
    'm',
    'http://localhost:8000/chat/completions',
    'http://localhost:8000/models',
  ],
  [
    'openai',
    'https://openrouter.ai/api/v1',
    'a/b',
    'https://openrouter.ai/api/v1/chat/completions',
    'https://openrouter.ai/api/v1/models',
  ],
  [
    'openai',
    'https://host/api/paas/v4',
    'm',
    'https://host/api/paas/v4/chat/completions',
    'https://host/api/paas/v4/models',
  ],
  ['openai', 'https://host/api/chat', 'm', 'https://host/api/chat', 'https://host/api/models'],
  [
    'openai',
    'https://host/api/chat/completions/',
    'm',
    'https://host/api/chat/completions',
    'https://host/api/models',
  ],
  [
    'openai',
    'https://api.openai.com/v1/chat/completions/',
    'm',
    'https://api.openai.com/v1/chat/completions',
    'https://api.openai.com/v1/models',
  ],
  [
    'anthropic',
    'https://api.anthropic.com/v1/messages//',
    'm',
    'https://api.anthropic.com/v1/messages',
    'https://api.anthropic.com/v1/models?limit=1000',
  ],
  [
    'openai',
    `${google}/v1beta/openai/`,
    'm',
    `${google}/v1beta/openai/chat/completions`,
    `${google}/v1beta/openai/models`,
  ],
  [
    'openai',
    'https://api.deepinfra.com/v1/openai',
    'm',
    'https://api.deepinfra.com/v1/openai/chat/completions',
    'https://api.deepinfra.com/v1/openai/models',
  ],
  [
    'openai',
    'https://gateway.ai.cloudflare.com/v1/me/mine/compat',
    'm',
    'https://gateway.ai.cloudflare.com/v1/me/mine/compat/chat/completions',
    'https://gateway.ai.cloudflare.com/v1/me/mine/compat/models',
  ],
  [
    'openai',
    'https://vertex/v1beta1/projects/p/locations/l/endpoints/openapi',
    'm',
    'https://vertex/v1beta1/projects/p/locations/l/endpoints/openapi/chat/completions',
    'https://vertex/v1beta1/projects/p/locations/l/endpoints/openapi/models',
  ],
  ['openai', 'https://host/v1/ask', 'm', 'https://host/v1/ask', 'https://host/v1/models'],
  ['openai', 'https://host/api/chat/', 'm', 'https://host/api/chat/', 'https://host/api/models'],
  [
    'openai',
    'https://az/openai/deployments/d/chat/completions?api-version=1',
    'm',
    'https://az/openai/deployments/d/chat/completions?api-version=1',
    'https://az/openai/deployments/d/models?api-version=1',
  ],
  [
    'deepseek',
    'https://api.deepseek.com',
    'm',
    'https://api.deepseek.com/v1/chat/completions',
    'https://api.deepseek.com/v1/models',
  ],
  ['grok', 'https://api.x.ai/v1', 'm', 'https://api.x.ai/v1/chat/completions', 'https://api.x.ai/v1/models'],
  [
    'anthropic',
    'https://api.anthropic.com/v1/messages',
    'm',
    'https://api.anthropic.com/v1/messages',
    'https://api.anthropic.com/v1/models?limit=1000',
  ],
  [
    'anthropic',
    'https://api.anthropic.com',
    'm',
    'https://api.anthropic.com/v1/messages',
    'https://api.anthropic.com/v1/models?limit=1000',
  ],
  [
    'anthropic',
    'http://localhost:1234',
    'm',
    'http://localhost:1234/v1/messages',
    'http://localhost:1234/v1/models?limit=1000',
  ],
  [
    'anthropic',
    'http://localhost:1234/v1',
    'm',
    'http://localhost:1234/v1/messages',
    'http://localhost:1234/v1/models?limit=1000',
  ],
  [
    'anthropic',
    'https://api.deepseek.com/anthropic',
    'm',
    'https://api.deepseek.com/anthropic/v1/messages',
    'https://api.deepseek.com/anthropic/v1/models?limit=1000',
  ],
  [
    'anthropic',
    'https://host/my/messages?x=1',
    'm',
    'https://host/my/messages?x=1',
    'https://host/my/models?x=1&limit=1000',
  ],
  [
    'gemini',
    `${google}/v1beta/models/gemini-pro:generateContent`,
    'gemini-3.8-flash',
    `${google}/v1beta/models/gemini-3.8-flash:streamGenerateContent?${sse}`,
    `${google}/v1beta/models?pageSize=1000`,
  ],
  [
    'gemini',
    `${google}/v1/models/gemini-pro:streamGenerateContent?alt=sse`,
    'g',
    `${google}/v1/models/g:streamGenerateContent?${sse}`,
    `${google}/v1/models?pageSize=1000`,
  ],
  [
    'gemini',
    google,
    'models/g',
    `${google}/v1beta/models/g:streamGenerateContent?${sse}`,
    `${google}/v1beta/models?pageSize=1000`,
  ],
  [
    'gemini',
    `${google}/v1beta?key=abc`,
    'tunedModels/mine',
    `${google}/v1beta/tunedModels/mine:streamGenerateContent?${sse}`,
    `${google}/v1beta/models?pageSize=1000`,
  ],
  [
    'gemini',
    'http://127.0.0.1:9/gemini/v1beta',
    'g',
    `http://127.0.0.1:9/gemini/v1beta/models/g:streamGenerateContent?${sse}`,
    'http://127.0.0.1:9/gemini/v1beta/models?pageSize=1000',
  ],
  [
    'gemini',
    'https://proxy/models/x:generateContent',
    'a b?',
    `https://proxy/v1beta/models/a%20b%3F:streamGenerateContent?${sse}`,
    'https://proxy/v1beta/models?pageSize=1000',
  ],
] as const)('%s at %s asks %s at %s and lists at %s [CALL-23]', (type, endpoint, model, question, models) => {
  const setting = settingOf(type, { endpoint, model });
  expect(questionUrl(setting)?.href).toBe(question);
  expect(modelsUrl(setting)?.href).toBe(models);
});

test.each([
  '',
  'api.openai.com/v1',
  'ftp://host/v1',
  'javascript:alert(1)',
  'https://me:pw@host/v1',
  'http://',
])('no question is sent to %s', (endpoint) => {
  expect(questionUrl(settingOf('openai', { endpoint }))).toBeNull();
  expect(modelsUrl(settingOf('gemini', { endpoint }))).toBeNull();
  expect(endpointHost(endpoint)).toBeNull();
});

test('a key is bound to host and port, in lower case and without the default port', () => {
  expect(endpointHost('https://API.OpenAI.com:443/v1')).toBe('api.openai.com');
  expect(endpointHost('http://localhost:11434')).toBe('localhost:11434');
});

test('a look-alike host is not the provider itself', () => {
  expect(isOwnHost('openai', 'https://api.openai.com/v1')).toBe(true);
  for (const other of [
    'https://api.openai.com.evil.example/v1',
    'https://api.openai.com:8443/v1',
    'nonsense',
  ])
    expect(isOwnHost('openai', other)).toBe(false);
});

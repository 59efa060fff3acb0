import type { AiModelSettings } from './ai-models';
import { readConsoleModel } from './console-model';

const OWN = { name: 'own', baseUrl: 'https://own.example.org/v1', apiKeyEnv: 'OWN_API_KEY' } as AiModelSettings;
const OPERATOR = { aiBaseUrl: 'http://10.0.0.1:8000/v1', aiModelSettings: [OWN] };
const read = (entry: object) => readConsoleModel({ name: 'm', ...entry }, 'the model', OPERATOR);

it('a model of the console is read as in the file, and its stored form is read the same', () => {
  const model = read({ preset: 'qwen', model: 'qwen-plus', rpm: null, pricePerMTokIn: 0.8 });
  expect(model).toMatchObject({ baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1', rpm: null });
  expect(readConsoleModel(model, 'the model', OPERATOR)).toEqual(model);
});

it.each([
  'http://127.0.0.1:11434/v1',
  'http://192.168.1.20:8000/v1',
  'http://[fd12::1]:8000/v1',
  'https://gateway.example.org/v1',
])('%s is accepted: local models are the common case', (baseUrl) => {
  expect(read({ baseUrl, apiKeyEnv: 'HOME_API_KEY' })).toMatchObject({ baseUrl, apiKeyEnv: 'HOME_API_KEY' });
});

it.each([
  ['http://169.254.169.254/latest'],
  ['http://2852039166/v1'],
  ['http://[::ffff:169.254.169.254]/v1'],
  ['http://[fe80::1]/v1'],
  ['http://100.100.100.200/v1'],
  ['http://metadata.google.internal./v1'],
])('%s is rejected, because clouds publish credentials there', (baseUrl) => {
  expect(() => read({ baseUrl })).toThrow('baseUrl must not be the address');
});

it.each([
  ['DEEPSEEK_API_KEY', 'https://api.deepseek.com'],
  ['OWN_API_KEY', 'https://own.example.org'],
  ['AI_API_KEY', 'http://10.0.0.1:8000'],
])('%s is sent to the server that the operator has set, and nowhere else', (apiKeyEnv, origin) => {
  expect(read({ baseUrl: `${origin}/other/path`, apiKeyEnv }).apiKeyEnv).toBe(apiKeyEnv);
  expect(() => read({ baseUrl: 'https://evil.example.org/v1', apiKeyEnv })).toThrow(
    `apiKeyEnv ${apiKeyEnv} holds the key of ${origin}; another server needs a variable of its own`,
  );
});

it.each([
  [{ extraBody: { api_key: 'canary' } }, 'extraBody must hold no secret'],
  [{ extraBody: { deep: [{ Authorization: 'canary' }] } }, 'extraBody must hold no secret'],
  [{ extraBody: { text: '\u0000' } }, "a character that can't be stored"],
  [{ model: '\ud800' }, "a character that can't be stored"],
  [{ apiKeyEnv: 'sk-canary' }, 'never a key'],
  [{ baseUrl: 'https://canary:x@example.org' }, 'baseUrl must hold no user'],
  [{ apiKey: 'canary' }, 'unknown field apiKey'],
])('%j is rejected and no secret is repeated', (entry, sentence) => {
  expect(() => read({ preset: 'ollama', ...entry })).toThrow(sentence);
  expect(() => read({ preset: 'ollama', ...entry })).not.toThrow('canary');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aiSettings } from './ai-settings';
import { EnvReader, type Environment } from './env-reader';

const read = (env: Environment) => aiSettings(new EnvReader(env));

it('there are no models if nothing is set', () => {
  expect(read({})).toMatchObject({ aiModels: null, aiModelSettings: [], aiBaseUrl: undefined, aiApiKey: undefined });
});

it('gives one user a quarter of the calls of a day, or what is set', () => {
  expect(read({ AI_CALLS_PER_DAY: '10' }).aiCallsPerUserPerDay).toBe(3);
  expect(read({ AI_CALLS_PER_DAY: '10', AI_CALLS_PER_USER_PER_DAY: '9' }).aiCallsPerUserPerDay).toBe(9);
});

it('models are read in their order', () => {
  expect(read({ AI_MODELS: ' qwen3:8b , rules,gpt-x ' }).aiModels).toEqual(['qwen3:8b', 'rules', 'gpt-x']);
});

it.each([
  { AI_MODELS: 'a,,b' },
  { AI_MODELS: 'a b' },
  { AI_MODELS: 'a,a' },
  { AI_MODELS: 'a,b,c,d,e,f,g,h,i,j' },
  { AI_MODELS: 'x'.repeat(101) },
  { AI_BASE_URL: 'ftp://models.example.org' },
  { AI_BASE_URL: 'file:///etc/passwd' },
  { AI_BASE_URL: 'models.example.org/v1' },
  { AI_BASE_URL: 'https://user:canary@models.example.org/v1' },
  { AI_BASE_URL: 'https://models.example.org/v1?key=canary' },
  { AI_API_KEY: 'canary\nx: y' },
  { AI_API_KEY: 'canary 密钥' },
  { AI_TIMEOUT_MS: '0' },
  { AI_CALLS_PER_DAY: '-1' },
  { AI_CALLS_PER_USER_PER_DAY: '0' },
  { AI_TOKENS_PER_DAY: 'many' },
])('%j is rejected by the name of the setting, and no secret is repeated', (env) => {
  expect(() => read(env)).toThrow(Object.keys(env)[0]);
  expect(() => read(env)).not.toThrow('canary');
});

it.each(['http://127.0.0.1:11434/v1', 'https://models.example.org/openai/', 'http://[::1]:8000'])(
  '%s is accepted: the operator chooses the server',
  (url) => {
    expect(read({ AI_BASE_URL: url }).aiBaseUrl).toBe(url);
  },
);

describe('AI_MODELS_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ai-models-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  let files = 0;
  const fileOf = (content: unknown): string => {
    files += 1;
    const path = join(folder, `${String(files)}.json`);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const DEEPSEEK = { name: 'ds', model: 'deepseek-flash', preset: 'deepseek', pricePerMTokIn: 2, pricePerMTokOut: 8 };
  const LOCAL = { name: 'qwen3', preset: 'ollama' };

  it('the file lists the models, each with its own server, and AI_MODELS selects and orders them', () => {
    const path = fileOf({ models: [DEEPSEEK, LOCAL] });
    expect(read({ AI_MODELS_FILE: path })).toMatchObject({ aiModels: null, aiModelsFromFile: true });
    const config = read({ AI_MODELS_FILE: path, AI_MODELS: 'qwen3,rules', DEEPSEEK_API_KEY: 'sk-1' });
    expect(config.aiModels).toEqual(['qwen3', 'rules']);
    expect(config.aiModelSettings.map(({ name, source, baseUrl }) => [name, source, baseUrl])).toEqual([
      ['ds', 'file', 'https://api.deepseek.com'],
      ['qwen3', 'file', 'http://127.0.0.1:11434/v1'],
    ]);
    expect(config.aiKeys).toEqual({ DEEPSEEK_API_KEY: 'sk-1' });
  });

  it('takes a name that only AI_MODELS has from AI_BASE_URL', () => {
    const env = { AI_MODELS_FILE: fileOf({ models: [LOCAL] }), AI_MODELS: 'qwen3,other', AI_TIMEOUT_MS: '777' };
    const [, other] = read({ ...env, AI_BASE_URL: 'http://10.0.0.1/v1' }).aiModelSettings;
    expect(other).toMatchObject({
      source: 'environment',
      name: 'other',
      model: 'other',
      timeoutMs: 777,
      apiKeyEnv: 'AI_API_KEY',
    });
    expect(read(env).aiModelSettings).toHaveLength(1);
  });

  it('fills a preset in, and sends its key to no other address', () => {
    const models = [DEEPSEEK, { ...DEEPSEEK, name: 'x', baseUrl: 'https://gateway.example.org/v1', stream: false }];
    const [plain, moved] = read({ AI_MODELS_FILE: fileOf({ models }) }).aiModelSettings;
    expect(plain).toMatchObject({
      apiKeyEnv: 'DEEPSEEK_API_KEY',
      stream: true,
      extraBody: { thinking: { type: 'disabled' } },
    });
    expect(moved).toMatchObject({ apiKeyEnv: null, stream: false, baseUrl: 'https://gateway.example.org/v1' });
  });

  it.each<[sentence: string, content: unknown]>([
    ['AI_MODELS_FILE is no valid JSON', '{'],
    ['with the one field models', []],
    ['with the one field models', { models: [], more: 1 }],
    ['model 1 has the unknown field apiKey', { models: [{ ...LOCAL, apiKey: 'canary' }] }],
    ['model 2 needs a name', { models: [LOCAL, { preset: 'ollama' }] }],
    ['needs a baseUrl or a preset', { models: [{ name: 'a' }] }],
    ['names the model qwen3 twice', { models: [LOCAL, LOCAL] }],
    ['preset must be one of deepseek, qwen, kimi', { models: [{ name: 'a', preset: 'acme' }] }],
    ['never a key', { models: [{ ...LOCAL, apiKeyEnv: 'sk-canary' }] }],
    ['extraBody must not hold messages', { models: [{ ...LOCAL, extraBody: { messages: [] } }] }],
    ['rpm must be a whole number', { models: [{ ...LOCAL, rpm: 0 }] }],
    ['baseUrl must hold no user', { models: [{ name: 'a', baseUrl: 'https://u:canary@x.org' }] }],
  ])('that is wrong stops the start: %s', (sentence, content) => {
    const path = fileOf(content);
    expect(() => read({ AI_MODELS_FILE: path })).toThrow(sentence);
    expect(() => read({ AI_MODELS_FILE: path })).not.toThrow('canary');
  });

  it('a file with more models than allowed stops the start, unless AI_MODELS selects some', () => {
    const path = fileOf({ models: Array.from({ length: 10 }, (_, at) => ({ ...LOCAL, name: `m${at}` })) });
    expect(() => read({ AI_MODELS_FILE: path })).toThrow('AI_MODELS_FILE holds more than 9 models');
    expect(read({ AI_MODELS_FILE: path, AI_MODELS: 'm9' }).aiModels).toEqual(['m9']);
  });

  it('that is not there stops the start', () => {
    expect(() => read({ AI_MODELS_FILE: join(folder, 'none.json') })).toThrow('AI_MODELS_FILE must be a file');
  });
});

import { aiSettings } from './ai-settings';
import { EnvReader, type Environment } from './env-reader';

const read = (env: Environment) => aiSettings(new EnvReader(env));

it('names the rules where nothing is set', () => {
  expect(read({})).toMatchObject({ aiModels: ['rules'], aiBaseUrl: undefined, aiApiKey: undefined });
});

it('gives one user a quarter of the calls of a day, or what is set', () => {
  expect(read({ AI_CALLS_PER_DAY: '10' }).aiCallsPerUserPerDay).toBe(3);
  expect(read({ AI_CALLS_PER_DAY: '10', AI_CALLS_PER_USER_PER_DAY: '9' }).aiCallsPerUserPerDay).toBe(9);
});

it('reads models in their order', () => {
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
])('refuses %j by the name of the setting, and does not repeat a secret', (env) => {
  expect(() => read(env)).toThrow(Object.keys(env)[0]);
  expect(() => read(env)).not.toThrow('canary');
});

it.each(['http://127.0.0.1:11434/v1', 'https://models.example.org/openai/', 'http://[::1]:8000'])(
  'takes %s: the server is of the choice of who runs the program',
  (url) => {
    expect(read({ AI_BASE_URL: url }).aiBaseUrl).toBe(url);
  },
);

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS, resolved } from '../support/openapi/openapi-operations';

const ROOT = join(__dirname, '../..');

/** Every file of the program that calls an address, and who sets that address. */
const CALLERS: Readonly<Record<string, string>> = {
  'libs/ai/src/chat/bounded-fetch.ts':
    'the operator, by AI_BASE_URL and AI_MODELS_FILE; an administrator, by models of the console',
  'libs/notifications/src/channels/guard/guarded-request.ts':
    'users, by their channels: each address passes the guard (test/integration/notifications/hostile-servers)',
  'libs/notifications/src/channels/guard/outgoing.ts': 'a type of the look-up; nothing is called',
  'libs/notifications/src/channels/guard/resolve-allowed.ts':
    'the same: looks names up for the guard, mail servers too',
  'libs/notifications/src/channels/services/send-mail.ts':
    'users, by their channels: a mail server, which passes the same guard (test/integration/notifications/mail)',
  'libs/vendors/src/tdx/download-file.ts': 'the operator, by TDX_BASE_URL and TDX_SNAPSHOT_URL',
  'libs/vendors/src/tdx/quote-client.ts': 'the operator, by TDX_QUOTE_HOSTS',
  'libs/vendors/src/tushare/post-json.ts': 'the operator, by TUSHARE_BASE_URL',
  'apps/cli/src/mcp/forward-mcp.ts': 'the operator, by API_URL; else the server of DATA_DIR',
  'apps/supervisor/src/readiness.ts': 'the supervisor: the API that it started itself',
};

const CALLS =
  /\bfetch\(|from '(?:node:)?(?:https|http2|tls|dgram|dns)|from '(?:axios|got|undici|node-fetch|nodemailer)'|\bhttpRequest\(|\bconnect\(\{/;

/** Fields that hold an address as a piece of text; nothing ever calls it. */
const ADDRESSES_AS_TEXT: readonly string[] = ['backlinks', 'sourceUrl'];

const sources = ['apps/api', 'apps/cli', 'apps/supervisor', 'apps/worker', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')),
);

/**
 * Addresses that an administrator sets and that are called: models, which may well run beside us. What they must not be:
 * libs/config/src/console-model.spec.ts; keys are sent only where the operator has them sent.
 */
const ADDRESSES_OF_ADMINISTRATORS: readonly string[] = ['baseUrl'];

/** Addresses that users set for their channels: each passes the guard (test/integration/notifications/hostile-servers). */
const ADDRESSES_OF_CHANNELS: readonly string[] = ['endpoint'];

/** Requests that somebody could make the program send. What the settings refuse: libs/config; redirects: model-faults, tushare-http. */
describe('outgoing requests', () => {
  it('start in these files only', () => {
    const callers = sources.filter((name) => CALLS.test(readFileSync(join(ROOT, name), 'utf8')));
    expect(callers.sort()).toEqual(Object.keys(CALLERS).sort());
  });

  it('have no address from a request of a user: no field or parameter is called', () => {
    const names = OPERATIONS.flatMap((operation) => [
      ...operation.parameters.map(({ name }) => name),
      ...(operation.body === undefined ? [] : Object.keys(resolved(operation.body).properties ?? {})),
    ]);
    expect(names.length).toBeGreaterThan(100);
    const addresses = names.filter((name) => /ur[il]|webhook|callback|endpoint|host|proxy|redirect|link/i.test(name));
    const known = [...ADDRESSES_AS_TEXT, ...ADDRESSES_OF_ADMINISTRATORS, ...ADDRESSES_OF_CHANNELS];
    expect([...new Set(addresses)].sort()).toEqual(known.sort());
  });
});

import { Writable } from 'node:stream';
import { createLogger } from './logger';
import { redactText } from './redaction';

function capture(): { lines: () => string; destination: Writable } {
  const chunks: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { lines: () => chunks.join(''), destination };
}

const CANARY = 'C4n4ry';

describe('createLogger', () => {
  it.each([
    [
      'a header',
      { headers: { authorization: `Bearer ${CANARY}`, 'x-api-key': CANARY, cookie: `login=${CANARY}` } },
      'm',
    ],
    ['an address', { url: `/api/jobs/1?api_key=${CANARY}&x=1` }, `GET /x?API_KEY=${CANARY}`],
    ['an address with an encoded name', { url: `/x?api%5Fkey=${CANARY}` }, `/x?%61%70%69_%6Bey=${CANARY}`],
    [
      'an encoded API key',
      { url: `/x/sck%5F0123456789abcdef%5f${CANARY}` },
      `%73%63%6b%5F%30123456789abcdef%5F${CANARY}`,
    ],
    ['an API key that is encoded twice', { url: `/x?q=sck%255F0123456789abcdef%25255F${CANARY}` }, 'm'],
    ['an API key of which each sign is encoded twice', { url: twice(`sck_0123456789abcdef_${CANARY}`) }, 'm'],
    [
      'the key of a calendar feed',
      { url: `/x.ics?key=scc_0123456789abcdef_${CANARY}` },
      `x scc_0123456789abcdef_${CANARY}`,
    ],
    ['what stands for such a key', { url: `/x.ics?%6bey=${CANARY}` }, `/x.ics?a=1&key=${CANARY} %3Fkey%3D${CANARY}`],
    ['an encoded token', { url: `/x?q=%65yJh.eyJ%7a%2e${CANARY}` }, `/x?t%6Fken=${CANARY}&pass%77ord=${CANARY}`],
    ['a nested password', { body: { user: { password: CANARY, new_password: CANARY } } }, 'm'],
    ['a connection string', { text: `postgres://me:${CANARY}@host/db` }, `redis://:${CANARY}@host`],
    ['a password with signs in it', { text: `amqp://me:a:b/${CANARY}@host` }, `x-postgresql://me:${CANARY}@x@host`],
    ['an API key in a message', {}, `bad key sck_0123456789abcdef_${CANARY}`],
    ['a token in a message', {}, `bad eyJhbGciOiJIUzI1NiJ9.eyJzdWIi${CANARY}.sig${CANARY}`],
    ['an error', { err: new Error(`cannot connect to postgres://u:${CANARY}@h/d`) }, 'failed'],
    [
      'the parameters of a database error',
      { err: Object.assign(new Error('duplicate key'), { parameters: [CANARY], detail: `(name)=(${CANARY})` }) },
      'failed',
    ],
    ['a cause', { err: new Error('outer', { cause: new Error(`Bearer ${CANARY}`) }) }, 'failed'],
  ])('no secret is logged in %s', (_name, record, message) => {
    const { lines, destination } = capture();
    createLogger({ level: 'info', process: 'test', destination }).info(record, message);
    expect(lines()).toContain('"process":"test"');
    expect(lines()).not.toContain(CANARY);
  });

  it('what is not secret is logged, including an error with its code and stack', () => {
    const { lines, destination } = capture();
    const err = Object.assign(new Error('boom'), { code: '23505' });
    createLogger({ level: 'info', process: 'test', destination }).error({ err, requestId: 'r1' }, 'it failed');
    const line = JSON.parse(lines()) as { level: string; requestId: string; err: Record<string, string>; msg: string };
    expect(line).toMatchObject({
      level: 'error',
      requestId: 'r1',
      msg: 'it failed',
      err: { message: 'boom', code: '23505' },
    });
    expect(line.err['stack']).toContain('logger.spec');
  });

  it.each([
    ['a scheme and colons', `${'A'.repeat(8000)}://${':'.repeat(8000)}`],
    ['many schemes', '://a:'.repeat(3200)],
    ['many beginnings of tokens', 'eyJ-'.repeat(4000)],
    ['many dots', 'eyJa.'.repeat(3200)],
    ['many words of a secret', 'api_key'.repeat(2300)],
    ['many keys of calendar feeds', '?key'.repeat(4000)],
    ['many encoded signs', '%41'.repeat(5300)],
    ['signs encoded over and over', `%${'25'.repeat(8000)}`],
    ['blanks after a word', `bearer${' '.repeat(16_000)}`],
  ])('is not held up by an address of 16 kB with %s', (_what, text) => {
    // Of the processor, so that other processes do not count.
    const begin = process.cpuUsage();
    redactText(text);
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

function twice(text: string): string {
  const encoded = (one: string) => [...one].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
  return encoded(encoded(text));
}

import { type OpenApiText, ReplyChecker } from '../support/openapi/reply-checker';
import { TestApi } from '../support/worlds/test-api';

/** One route with a path id, and every turn of schema that our document takes. */
const DOCUMENT: OpenApiText = {
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
        },
      },
    },
    '/things/newest': { get: { responses: { 200: {} } } },
  },
  components: {
    schemas: {
      Failure: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      Part: { type: 'object', required: ['size'], properties: { size: { type: 'number', nullable: true } } },
      Thing: {
        type: 'object',
        required: ['id', 'day'],
        properties: {
          id: { type: 'integer' },
          day: { type: 'string', format: 'date' },
          at: { type: 'string', format: 'date-time' },
          part: { nullable: true, type: 'object', allOf: [{ $ref: '#/components/schemas/Part' }] },
          color: { type: 'string', enum: ['red', 'blue'], nullable: true },
          open: { type: 'object', additionalProperties: true },
        },
      },
    },
  },
};

const checker = new ReplyChecker(DOCUMENT);
const faultOf = (body: unknown, status = 200, path = '/things/7') =>
  checker.faultOf('GET', path, { status, contentType: 'application/json; charset=utf-8', text: JSON.stringify(body) });
const good = { id: 1, day: '2024-02-29' };

describe('ReplyChecker', () => {
  it.each([
    good,
    { ...good, at: '2024-02-29T01:02:03.004Z', part: { size: 1 }, color: 'red', open: { any: 1 } },
    { ...good, part: null, color: null },
    { ...good, part: { size: null } },
  ])('accepts %j', (body) => {
    expect(faultOf(body)).toBeUndefined();
  });

  it.each([
    { id: 1 },
    { ...good, id: '1' },
    { ...good, id: 1.5 },
    { ...good, secret: 1 },
    { ...good, day: '2024-02-29T00:00:00.000Z' },
    { ...good, at: '2024-02-29T01:02:03Z' },
    { ...good, part: { size: 1, more: 2 } },
    { ...good, part: {} },
    { ...good, color: 'green' },
    { ...good, id: null },
    [],
    null,
  ])('rejects %j', (body) => {
    expect(faultOf(body)).toEqual(expect.any(String));
    expect(faultOf(body)).not.toBe('');
  });

  it('rejects a status or a JSON body that the document does not contain', () => {
    expect(faultOf({ error: 'x' }, 404)).toBeUndefined();
    expect(faultOf({ error: 'x' }, 409)).toContain('no status 409');
    expect(faultOf({}, 200, '/things/newest')).toContain('no JSON body');
    expect(faultOf({ error: 'x' }, 404, '/nothing')).toBeUndefined();
    expect(faultOf({ error: 'x' }, 500, '/nothing')).toContain('no status 500');
  });
});

it('the test API checks every response against the document unless a test opts out', async () => {
  const api = await TestApi.start();
  try {
    const fastify = api.app.getHttpAdapter().getInstance().server;
    const [answer] = fastify.listeners('request') as ((request: unknown, reply: unknown) => void)[];
    fastify.removeAllListeners('request');
    fastify.on('request', (_request, reply) => {
      reply.setHeader('content-type', 'application/json');
      reply.end('{"success":true,"data":{"status":"ok","surprise":1}}');
    });
    await expect(api.call('GET', '/health/live')).rejects.toThrow('surprise');
    expect((await api.call('GET', '/health/live', { unchecked: true })).status).toBe(200);
    fastify.removeAllListeners('request');
    if (answer !== undefined) fastify.on('request', answer);
    expect((await api.call('GET', '/health/live')).status).toBe(200);
  } finally {
    await api.stop();
  }
});

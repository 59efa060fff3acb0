import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { AppConfig } from '#lib/config';
import type { Clock } from '#lib/kernel';
import { createLogger, type Logger, METRICS, NestLogger } from '#lib/observability';
import { ApiModule } from './api.module';
import { registerConsoleFiles } from './console/console-files';
import { opensPage, prepareConsolePage } from './console/console-page';
import { failure, toFailure, sendFailure } from './http/failure';
import { JSON_BODY_LIMIT, registerJsonBody } from './http/json-body';
import { registerKnownHosts } from './http/known-host';
import { MethodTable } from './http/method-not-allowed';
import { openApiDocument } from './http/openapi/openapi-document';
import { registerRequestLog, getRequestId } from './http/request-log';
import { registerRequestSpans } from './http/request-spans';
import { registerSecurityHeaders } from './http/security-headers';
import { ReplySchemas } from './mcp/reply-schemas';
import { registerUploadBodies } from './http/upload/takes-upload';

export interface CreateApiOptions {
  /** The business clock; tests set it. */
  clock?: Clock;
  logger?: Logger;
}

/** Time for a whole request to arrive, as Node's own default; Fastify switches it off, and a dripping body would stay. */
const REQUEST_ARRIVES_MS = 300_000;

/** Builds the API, ready for `listen`; tests call it with port 0. */
export async function createApi(config: AppConfig, options: CreateApiOptions = {}): Promise<NestFastifyApplication> {
  const logger = options.logger ?? createLogger({ level: config.logLevel, process: 'api' });
  const adapter = createAdapter(config);
  const app = await NestFactory.create<NestFastifyApplication>(
    ApiModule.forRoot(config, logger, options.clock),
    adapter,
    { bodyParser: false, abortOnError: false, logger: new NestLogger(logger) },
  );
  const fastify = adapter.getInstance();
  const methods = new MethodTable(fastify);
  if (config.tracing !== undefined) registerRequestSpans(fastify, config.trustProxy);
  registerRequestLog(fastify, logger, app.get<Registry>(METRICS));
  registerKnownHosts(fastify, config, logger);
  await registerSecurityHeaders(fastify, config.publicUrl?.startsWith('https:') === true);
  await registerConsoleFiles(fastify);
  registerJsonBody(fastify);
  registerUploadBodies(fastify);
  registerUnknownRoutes(fastify);
  await app.init();
  serveOpenApi(app);
  app.get(ReplySchemas).readFrom(() => openApiDocument(app));
  methods.registerRefusals();
  await fastify.ready();
  return app;
}

/** An unknown route is told before its body is looked at; to a person by the console's page for it. */
function registerUnknownRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    const page = opensPage(request) ? await prepareConsolePage(reply).catch(() => undefined) : undefined;
    if (page === undefined) sendFailure(reply, failure(404, 'there is no such route'));
    else void reply.status(404).send(page);
    return reply;
  });
}

function serveOpenApi(app: NestFastifyApplication): void {
  let text: string | undefined;
  app
    .getHttpAdapter()
    .getInstance()
    .get('/api/openapi.json', (_request, reply) => {
      text ??= JSON.stringify(openApiDocument(app));
      return reply.type('application/json; charset=utf-8').send(text);
    });
}

function createAdapter(config: AppConfig): FastifyAdapter {
  return new FastifyAdapter({
    logger: false,
    skipMiddie: true,
    bodyLimit: JSON_BODY_LIMIT,
    requestTimeout: REQUEST_ARRIVES_MS,
    // The one proxy in front appends the address it sees; what stands before that is the client's own invention.
    trustProxy: config.trustProxy ? 1 : false,
    genReqId: getRequestId,
    routerOptions: { maxParamLength: 2000 },
    // What goes wrong before a route is found, such as a broken percent escape.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      sendFailure(reply, toFailure(error, request.id));
    },
  });
}

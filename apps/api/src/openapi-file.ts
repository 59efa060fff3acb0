import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { loadConfig } from '#lib/config';
import { createLogger } from '#lib/observability';
import { ApiModule } from './api.module';
import { openApiDocument } from './http/openapi/openapi-document';

/** Nothing is connected to in preview mode; the settings only have to be there. */
const PREVIEW_ENVIRONMENT = {
  DATABASE_URL: 'postgres://preview',
  JWT_SECRET: 'preview'.repeat(5),
  LOG_LEVEL: 'silent',
};

/** The text of `docs/openapi.json`: built from the modules alone, without a database, the same each time. */
export async function openApiFileText(): Promise<string> {
  const config = loadConfig(PREVIEW_ENVIRONMENT);
  const logger = createLogger({ level: config.logLevel, process: 'openapi' });
  const app = await NestFactory.create(ApiModule.forRoot(config, logger), new FastifyAdapter({ skipMiddie: true }), {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  const text = `${JSON.stringify(openApiDocument(app), undefined, 2)}\n`;
  await app.close();
  return text;
}

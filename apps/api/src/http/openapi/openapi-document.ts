import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeOperations } from './error-responses';

const DESCRIPTION = `Tracking sessions for A-share stocks, the one-year low-volume scan, and what is around them.

Success is \`{ "success": true, "data": … }\`, failure \`{ "success": false, "error": "<sentence>", "code": "<word>" }\` with
\`fields\` on bad input; a 401 is \`{ "error": "…" }\` alone. Request bodies use snake_case, replies camelCase. Days are
YYYY-MM-DD (Asia/Shanghai), instants ISO 8601 in UTC.`;

/** The OpenAPI document of an application: complete, and the same for the same routes. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Stock Cycle')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addBearerAuth({ type: 'http', description: 'A login token, or a personal API key (sck_…)' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'query', name: 'api_key', description: 'A personal API key' }, 'api_key')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A personal API key' }, 'x_api_key')
    .addApiKey({ type: 'apiKey', in: 'query', name: 'key', description: 'Of a calendar feed' }, 'calendar_key')
    .addApiKey({ type: 'apiKey', in: 'cookie', name: 'stock_cycle', description: 'Set by login' }, 'cookie')
    .build();
  return completeOperations(SwaggerModule.createDocument(app, config));
}

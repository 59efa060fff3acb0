import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public, RawResponse } from '../http';
import { DOCS_PAGE, DOCS_START } from './docs-page';

const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const FOR_A_DAY = 'public, max-age=86400';

/** The page that shows the OpenAPI document, and the three files that it loads. */
@ApiExcludeController()
@Public()
@Controller('/api/docs')
export class DocsController {
  @Get()
  @RawResponse()
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return DOCS_PAGE;
  }

  @Get('assets/start.js')
  @RawResponse()
  @Header('content-type', JAVASCRIPT)
  start(): string {
    return DOCS_START;
  }

  @Get('assets/swagger-ui.css')
  @RawResponse()
  @Header('cache-control', FOR_A_DAY)
  style(): StreamableFile {
    return swaggerUiFile('swagger-ui.css', 'text/css; charset=utf-8');
  }

  @Get('assets/swagger-ui-bundle.js')
  @RawResponse()
  @Header('cache-control', FOR_A_DAY)
  bundle(): StreamableFile {
    return swaggerUiFile('swagger-ui-bundle.js', JAVASCRIPT);
  }
}

function swaggerUiFile(name: string, type: string): StreamableFile {
  return new StreamableFile(createReadStream(join(SWAGGER_UI, name)), { type });
}

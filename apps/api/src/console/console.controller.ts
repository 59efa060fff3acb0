import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError } from '#lib/kernel';
import { AnyQuery, Public, RawResponse } from '../http';
import { isConsoleFile } from './console-files';
import { prepareConsolePage } from './console-page';
import { CONSOLE_ROUTES } from './console-pages';

/** The web console: one page for all its addresses, and the files that it loads. */
@ApiExcludeController()
@Controller()
@Public()
export class ConsoleController {
  /** Also there while the database is away: the page says so by itself. Filters stand in its query. */
  @Get(CONSOLE_ROUTES)
  @AnyQuery()
  @RawResponse()
  page(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return prepareConsolePage(reply);
  }

  @Get('/assets/:file')
  async file(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    if (!(await isConsoleFile(file))) throw AppError.notFound('there is no such file');
    await reply.sendFile(file);
  }
}

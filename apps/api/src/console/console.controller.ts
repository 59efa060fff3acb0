import { randomBytes } from 'node:crypto';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError } from '#lib/kernel';
import { AnyQuery, Public, RawResponse } from '../http';
import { consolePolicy } from '../http/security-headers';
import { consolePage, isConsoleFile } from './console-files';
import { CONSOLE_ROUTES } from './console-pages';

const NONCE_BYTES = 16;

/** The web console: one page for all its addresses, and the files that it loads. */
@ApiExcludeController()
@Controller()
@Public()
export class ConsoleController {
  /** Also there while the database is away: the page says so by itself. Filters stand in its query. */
  @Get(CONSOLE_ROUTES)
  @AnyQuery()
  @RawResponse()
  @Header('content-type', 'text/html; charset=utf-8')
  page(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    void reply.header('content-security-policy', consolePolicy(nonce));
    return consolePage(nonce);
  }

  @Get('/assets/:file')
  async file(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    if (!(await isConsoleFile(file))) throw AppError.notFound('there is no such file');
    await reply.sendFile(file);
  }
}

import { Controller, Get, Header, Param, Patch, Post, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/kernel';
import { Administrator, AnyQuery, RawResponse } from '../http';
import { boardPolicy } from '../http/security-headers';
import { BOARD_FILES } from './board-page';
import { QueueBoardService } from './queue-board.service';

const KEPT_BY_BROWSERS = { immutable: false, maxAge: '1d' };

/** Folders and a name with an ending: no way out of {@link BOARD_FILES}. */
const FILE = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/;

type BoardRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** bull-board, for administrators who are logged in: its page, its files, and what they read. It changes nothing. */
@ApiExcludeController()
@Administrator({ loginOnly: true })
@Controller('api/admin/queues')
export class QueueBoardController {
  constructor(private readonly board: QueueBoardService) {}

  /** One page for all addresses of the board, which its own program tells apart. `language` is `en`, else Chinese. */
  @Get(['', '*'])
  @AnyQuery()
  @RawResponse()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('x-frame-options', 'SAMEORIGIN')
  @Header('content-security-policy', boardPolicy())
  page(@Req() { query }: BoardRequest): Promise<string> {
    return this.board.page(query['language'] === 'en' ? 'en-US' : 'zh-CN');
  }

  @Get('static/*')
  @AnyQuery()
  async file(@Param('*') path: string, @Res() reply: FastifyReply): Promise<void> {
    if (FILE.test(path)) await reply.sendFile(path, BOARD_FILES, KEPT_BY_BROWSERS);
    if (!FILE.test(path) || reply.statusCode === 404) throw AppError.notFound('there is no such file');
  }

  @Get('api/*')
  @AnyQuery()
  async read(@Param('*') path: string, @Req() { query }: BoardRequest, @Res() reply: FastifyReply): Promise<void> {
    const { status, body } = await this.board.answer(`/api/${path}`, query);
    await reply.status(status).send(body);
  }

  @Post('api/*')
  @AnyQuery()
  refusePost(): never {
    throw readOnly();
  }

  @Put('api/*')
  @AnyQuery()
  refusePut(): never {
    throw readOnly();
  }

  @Patch('api/*')
  @AnyQuery()
  refusePatch(): never {
    throw readOnly();
  }
}

function readOnly(): AppError {
  const message =
    'the queue board only shows: what a job does is told by its row, and changed by the routes of its feature';
  return new AppError('forbidden', 'queue_board_read_only', message);
}

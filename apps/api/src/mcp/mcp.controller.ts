import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/kernel';
import { AnyBody, type Caller, CurrentCaller, KeyHeader } from '../http';
import { McpEndpoint } from './mcp-endpoint';

const LONGEST_BODY = 256 * 1024;

/** For agents: no route of REST, so that the OpenAPI document has none. GET and DELETE are 405, as MCP without sessions has it. */
@Controller('mcp')
export class McpController {
  constructor(private readonly endpoint: McpEndpoint) {}

  @Post()
  @KeyHeader({ bearer: true })
  @AnyBody({ most: LONGEST_BODY })
  @ApiExcludeEndpoint()
  answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @CurrentCaller() caller: Caller): Promise<void> {
    if (request.body === undefined || request.body === null) {
      throw AppError.invalid('send a JSON-RPC message as the body');
    }
    return this.endpoint.answer(request, reply, caller);
  }
}

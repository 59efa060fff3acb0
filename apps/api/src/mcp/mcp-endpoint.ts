import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type NodeIncomingMessageLike, type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER, type Logger } from '#lib/observability';
import type { Caller } from '../http';
import { AgentServer } from './agent-server';

/** Streams of changes that are open at a time. We send none yet; a client may still ask. */
const MOST_STREAMS = 16;

/** Speaks MCP over HTTP, in both eras of the protocol, one server object a request. */
@Injectable()
export class McpEndpoint implements OnModuleDestroy {
  private readonly handler: McpHttpHandler;
  private readonly answerNode: NodeMcpRequestHandler;

  constructor(servers: AgentServer, @Inject(LOGGER) logger: Logger) {
    const onerror = (err: Error): void => logger.debug({ err }, 'MCP');
    this.handler = createMcpHandler((context) => servers.create(context), {
      ...{ maxSubscriptions: MOST_STREAMS, onerror },
    });
    this.answerNode = toNodeHandler(this.handler, { onerror });
  }

  /** Writes the whole reply, with the headers that Fastify would send. The caller was checked by the guards. */
  async answer(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> {
    const auth: AuthInfo = {
      token: '',
      clientId: caller.keyPrefix ?? '',
      scopes: [...(caller.scopes ?? [])],
      extra: { caller, requestId: request.id },
    };
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    const message = Object.assign(request.raw, { auth }) as NodeIncomingMessageLike;
    await this.answerNode(message, reply.raw, request.body);
  }

  async onModuleDestroy(): Promise<void> {
    await this.handler.close();
  }
}

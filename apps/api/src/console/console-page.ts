import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePolicy } from '../http/security-headers';
import { consolePage } from './console-files';

const NONCE_BYTES = 16;
const OF_PROGRAMS = /^\/(?:api|assets|health|mcp|metrics)(?:[/?]|$)/;

/** The console's page, with the headers that it needs. @throws AppError 503 where the console was never built. */
export function prepareConsolePage(reply: FastifyReply): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  void reply.header('content-security-policy', consolePolicy(nonce)).type('text/html; charset=utf-8');
  return consolePage(nonce);
}

/** Whether a person's browser opens an address, outside of what programs ask. */
export function opensPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true && !OF_PROGRAMS.test(url);
}

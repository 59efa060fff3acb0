import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { applyDecorators, Injectable } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChipModelService } from '#lib/chips';
import { MarketStateService } from '#lib/market-data';
import { ifNoneMatch } from '../http/entity-tag';
import { HeavyReads } from '../http/limits/heavy-reads';
import { RequestLimits } from '../http/limits/request-limits';

/** Another build may compute or show the same bars in another way. Each build writes all its files. */
const BUILD = statSync(__filename).mtimeMs;

/** Documents a route that {@link MarketReads} answers. */
export const IfNoneMatch = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of the reply that the client holds' }),
    ApiResponse({ status: 304, description: 'The reply that the client holds is the present one' }),
  );

/**
 * Answers reads that depend on market data alone: not at all where the client holds the reply already, which the revision of
 * the data tells without a look at the bars; else weighed by their rows, and a few heavy ones at a time.
 */
@Injectable()
export class MarketReads {
  constructor(
    private readonly market: MarketStateService,
    private readonly limits: RequestLimits,
    private readonly heavyReads: HeavyReads,
    private readonly chipModels: ChipModelService,
  ) {}

  /**
   * @param size.rows About how many rows the read makes or goes through.
   * @param size.version What the reply depends on in addition to the market's data.
   * @returns nothing, with status 304, where the client's `If-None-Match` has the present ETag.
   * @throws AppError 429; 503 `too_many_heavy_reads`; what the read throws.
   */
  async answer<T>(
    reply: FastifyReply,
    { rows, version = '' }: { rows: number; version?: string },
    read: () => Promise<T>,
  ): Promise<T | undefined> {
    const { request } = reply;
    // Before the read: a reply of newer data than its tag says is only asked for once more.
    const [{ model, window }, revision] = await Promise.all([this.chipModels.current(), this.market.revisionShown()]);
    const tag = buildTag(request, revision, `${model} ${window} ${version}`);
    if (ifNoneMatch(request.headers['if-none-match'], tag)) {
      mark(reply, tag).status(304);
      return undefined;
    }
    await this.limits.weigh(request, rows);
    const answer = await this.heavyReads.run(rows, read, () => reply.raw.destroyed);
    mark(reply, tag);
    return answer;
  }
}

function buildTag(request: FastifyRequest, revision: string, settings: string): string {
  const query = Object.entries(request.query as Record<string, string>).filter(([name]) => name !== 'api_key');
  const [path] = request.url.split('?');
  const asked = JSON.stringify([BUILD, settings, path, query.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return `"${revision}-${createHash('sha256').update(asked).digest('base64url').slice(0, 16)}"`;
}

/** Kept by the client that asked, and used only after asking whether it is the present one. */
function mark(reply: FastifyReply, tag: string): FastifyReply {
  return reply.header('etag', tag).header('cache-control', 'private, no-cache');
}

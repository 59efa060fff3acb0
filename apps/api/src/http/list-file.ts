import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import { HeavyReads } from './limits/heavy-reads';
import { RequestLimits } from './limits/request-limits';

/** Rows of one file. */
export const MOST_FILE_ROWS = 10_000;

/** Answers a list as one CSV file: weighed by its rows, named after the market that its figures come from. */
@Injectable()
export class ListFile {
  constructor(
    private readonly limits: RequestLimits,
    private readonly heavyReads: HeavyReads,
    private readonly market: MarketStateService,
  ) {}

  /**
   * @param list.rows How many rows it has. @returns the body, with its headers set.
   * @throws AppError 400 `too_many_rows`; 429; 503 `too_many_heavy_reads`.
   */
  async send(
    reply: FastifyReply,
    { name, rows }: { name: string; rows: number },
    read: () => Promise<string>,
  ): Promise<string> {
    if (rows > MOST_FILE_ROWS) {
      const message = `the list has ${rows} rows, and a file at most ${MOST_FILE_ROWS}: filter it first`;
      throw AppError.invalid(message, undefined, 'too_many_rows', { rows, most: MOST_FILE_ROWS });
    }
    await this.limits.weigh(reply.request, rows);
    const [body, { source }] = await Promise.all([
      this.heavyReads.run(rows, read, () => reply.raw.destroyed),
      this.market.read(),
    ]);
    nameCsv(reply, name, source);
    return body;
  }
}

/** The headers of a CSV file whose figures are of a market. */
export function nameCsv(reply: FastifyReply, name: string, source: string): void {
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${source}-${name}.csv"`)
    .header('x-market-source', source);
}

import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { StocksService } from '#lib/market-data';
import { SessionsService } from '#lib/tracking';
import { CODE, SESSION_ID } from './tool-arguments';

/** A session by its id, or the open one of a stock. */
export interface SessionArguments {
  readonly session_id?: number;
  readonly code?: string;
}

export const SESSION_OR_CODE = {
  session_id: SESSION_ID,
  code: { ...CODE, description: 'In place of session_id: the open session of this stock, six digits' },
};

@Injectable()
export class FindSession {
  constructor(
    private readonly stocks: StocksService,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws AppError `invalid_input` where not exactly one of the two is given; `not_found`, `no_open_session`. */
  async find({ session_id: id, code }: SessionArguments): Promise<number> {
    if ((id === undefined) === (code === undefined)) throw AppError.invalid('give either session_id or code');
    if (id !== undefined) return id;
    const stock = await this.stocks.require(code ?? '');
    const sessions = await this.sessions.openSessionIds([stock.code]);
    const found = sessions.get(stock.code);
    if (found !== undefined) return found;
    throw AppError.notFound(`${stock.code} has no open tracking session`, 'no_open_session');
  }
}

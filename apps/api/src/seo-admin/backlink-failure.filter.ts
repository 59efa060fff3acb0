import { Catch } from '@nestjs/common';
import { ErrorFilter } from '../http/error.filter';
import type { Failure } from '../http/failure';

/** The contract has a `message` beside `error` where the backlink route fails by the server's fault. It tells no more. */
@Catch()
export class BacklinkFailureFilter extends ErrorFilter {
  protected override toDetail({ status, message }: Failure): string | undefined {
    return status >= 500 ? `the backlinks could not be looked up: ${message}` : undefined;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { AppError } from '#lib/kernel';
import { METRICS } from '#lib/observability';

/** A wrong name or password, a wrong current password, and what the limit of failed logins rejected. */
const FAILURES: readonly string[] = ['bad_credentials', 'wrong_password', 'too_many_logins'];

/** Counts attempts at passwords that failed: guesses from many addresses show here alone. */
@Injectable()
export class LoginMetrics {
  private readonly failures: Counter<'reason'>;

  constructor(@Inject(METRICS) registry: Registry) {
    this.failures = new Counter({
      name: 'login_failures_total',
      help: 'Attempts at a password that failed, by reason',
      labelNames: ['reason'],
      registers: [registry],
    });
  }

  /** Does `attempt`, and counts how it failed. */
  async count<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      if (error instanceof AppError && FAILURES.includes(error.code)) this.failures.inc({ reason: error.code });
      throw error;
    }
  }
}

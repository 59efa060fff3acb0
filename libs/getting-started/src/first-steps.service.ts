import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { type FirstSteps, selectFirstSteps } from './persistence/first-steps.query';

/** What is left to do of the first steps, by what the database holds: steps taken with the command line count too. */
@Injectable()
export class FirstStepsService {
  constructor(private readonly database: Database) {}

  read(userId: number): Promise<FirstSteps> {
    return selectFirstSteps(this.database, userId);
  }
}

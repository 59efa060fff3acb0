import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

export const WAITS_FOR_JOB = 'stock-cycle:waits-for-job';

/** A route that answers with the result of a job, or with `Prefer: respond-async` at once. A user may hold few of them open. */
export const WaitsForJob = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(WAITS_FOR_JOB, true),
    ApiHeader({
      name: 'Prefer',
      required: false,
      description: 'respond-async: answer 202 with the job at once',
    }),
  );

import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { AppError, type JsonValue } from '#lib/kernel';
import type { AnyJobDefinition } from '../job-definition';
import type { HandlesJob } from '../job-handler';

export interface RegisteredHandler {
  definition: AnyJobDefinition;
  handler: HandlesJob<object, JsonValue>;
}

/** The handler of each job of this build. */
export class HandlerRegistry {
  private readonly byName: ReadonlyMap<string, RegisteredHandler>;

  /** @throws if a job has no handler, or two, if a handler's job is not listed, and if two jobs share a name. */
  constructor(
    readonly definitions: readonly AnyJobDefinition[],
    found: readonly RegisteredHandler[],
  ) {
    const problems = [
      ...definitions
        .filter((definition, index) => definitions.findIndex((other) => other.name === definition.name) !== index)
        .map((definition) => `two jobs are named ${definition.name}`),
      ...definitions.flatMap((definition) => findProblems(definition, found)),
      ...found
        .filter(({ definition }) => !definitions.includes(definition))
        .map(({ definition, handler }) => `${nameOf(handler)} handles ${definition.name}, which is not a listed job`),
    ];
    if (problems.length > 0) throw new Error(`job handlers don't fit the jobs: ${problems.join('; ')}`);
    this.byName = new Map(found.map((entry) => [entry.definition.name, entry]));
  }

  get queues(): string[] {
    return [...new Set(this.definitions.map((definition) => definition.queue))];
  }

  get names(): string[] {
    return [...this.byName.keys()];
  }

  find(name: string): RegisteredHandler | undefined {
    return this.byName.get(name);
  }
}

/**
 * A stored payload as an instance of its class.
 * @throws AppError `invalid_payload`, permanent: a job of an older build, or written by hand.
 */
export async function parsePayload(definition: AnyJobDefinition, stored: unknown): Promise<object> {
  const payload = plainToInstance(definition.payload, stored) as object;
  // A job without parameters has a class without rules, which class-validator would call unknown.
  const errors = await validate(payload, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (errors.length > 0) {
    throw AppError.invalid(
      `the payload does not fit ${definition.name}: ${errors.map(describeError).join('; ')}`,
      undefined,
      'invalid_payload',
    );
  }
  return payload;
}

function findProblems(definition: AnyJobDefinition, found: readonly RegisteredHandler[]): string[] {
  const handlers = found.filter((entry) => entry.definition === definition).map((entry) => nameOf(entry.handler));
  if (handlers.length === 1) return [];
  return handlers.length === 0
    ? [`${definition.name} has no handler`]
    : [`${definition.name} has several handlers (${handlers.join(', ')})`];
}

function nameOf(handler: object): string {
  return handler.constructor.name;
}

function describeError(error: ValidationError): string {
  const own = Object.values(error.constraints ?? {});
  const nested = (error.children ?? []).map(describeError);
  return [...own, ...nested].join(', ');
}

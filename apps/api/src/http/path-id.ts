import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { shown } from './fields/field';

const LARGEST_BIGINT = 2n ** 63n - 1n;

/**
 * Reads an id of a path: 1 to 19 ASCII digits within a bigint, anything else is a 400.
 * An id that no row can have (0, or one beyond 2^53) becomes 0, so that the service finds nothing and answers 404 in its turn;
 * {@link findLargeId} then knows what was sent.
 */
@Injectable()
class PathIdPipe implements PipeTransform<unknown, number> {
  constructor(private readonly name: string) {}

  transform(value: unknown): number {
    return readPathId(this.name, value);
  }
}

/** As {@link PathId}, for a guard. @throws AppError 400. */
export function readPathId(name: string, value: unknown): number {
  if (typeof value !== 'string' || !/^[0-9]{1,19}$/.test(value) || BigInt(value) > LARGEST_BIGINT) {
    const message = `${name} must be an id of 1 to 19 digits, at most ${LARGEST_BIGINT}; received ${shown(value)}`;
    throw AppError.invalid(message, [{ field: name, message }]);
  }
  const id = Number(value);
  return Number.isSafeInteger(id) ? id : 0;
}

/** The id among a path's parameters that is beyond 2^53, as it was sent; undefined: there is none. */
export function findLargeId(params: unknown): string | undefined {
  const values: unknown[] = Object.values(params ?? {});
  return values.find(
    (value): value is string =>
      typeof value === 'string' && /^[0-9]{16,19}$/.test(value) && !Number.isSafeInteger(Number(value)),
  );
}

/** An id in the path, as a number: `@PathId('id') id: number`. */
export function PathId(name: string): ParameterDecorator {
  return Param(name, new PathIdPipe(name));
}

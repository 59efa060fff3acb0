import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { AppError, type FieldError } from '#lib/kernel';
import { closestName } from './closest-name';
import { listFields, type FieldSource, shown } from './fields/field';
import { mayBeMissing } from './optional-body';

/** Credentials may always stand in the query. */
export const ALWAYS_KNOWN_PARAMETER = 'api_key';

/** Further unknown names are only counted: a body has room for a hundred thousand, and each costs a search and a sentence. */
const MOST_UNKNOWN = 50;

const KINDS: Readonly<Record<FieldSource, string>> = { body: 'field', query: 'query parameter' };

/**
 * Reads bodies and queries into their classes, strictly: an unknown name is refused with a hint, a value of another type
 * is refused rather than bent, and one reply lists every problem.
 */
@Injectable()
export class StrictValidationPipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type !== 'body' && metadata.type !== 'query') return value;
    const type = metadata.metatype;
    return readInput(type, value === undefined && type !== undefined && mayBeMissing(type) ? {} : value, metadata.type);
  }
}

function readInput(type: Type | undefined, value: unknown, source: FieldSource): object {
  const fields = type === undefined ? undefined : listFields(type);
  if (type === undefined || fields === undefined) {
    throw new Error(`a ${source} class without fields: ${type?.name ?? '?'}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw AppError.invalid(`the body must be a JSON object; received ${shown(value)}`);
  }
  const entries = Object.entries(value).filter(([name]) => source === 'body' || name !== ALWAYS_KNOWN_PARAMETER);
  const names = [...fields.keys()];
  const unknown = entries.map(([name]) => name).filter((name) => !fields.has(name));
  const known = Object.fromEntries(entries.filter(([name]) => fields.has(name)));
  const instance = plainToInstance(type, known, { groups: [source] }) as Record<string, unknown>;
  for (const [name, fallback] of fields) {
    if (fallback !== undefined && instance[name] === undefined) instance[name] = fallback;
  }
  const problems = [...unknownNames(unknown, names, KINDS[source]), ...listProblems(instance)];
  if (problems.length > 0) throw invalidInput(problems, Math.max(0, unknown.length - MOST_UNKNOWN));
  return instance;
}

function listProblems(instance: object): FieldError[] {
  return validateSync(instance, { forbidUnknownValues: true }).flatMap((error) =>
    Object.values(error.constraints ?? {}).map((message) => ({ field: error.property, message })),
  );
}

/** The reply for every problem found: the sentence tells the first, `fields` all but those `unsaid`, which are counted. */
export function invalidInput(problems: FieldError[], unsaid = 0): AppError {
  const others = problems.length - 1 + unsaid;
  const more = others <= 0 ? '' : ` (and ${others} more problem${others === 1 ? '' : 's'}, see fields)`;
  return AppError.invalid(`${problems[0]?.message ?? 'invalid input'}${more}`, problems);
}

/** The reply for names that the route doesn't know, where it knows none. */
export function noNamesKnown(names: readonly string[], source: FieldSource): AppError {
  return invalidInput(unknownNames(names, [], KINDS[source]), Math.max(0, names.length - MOST_UNKNOWN));
}

/** A problem for each name that is not known, or for the first fifty. @param kind What the names are, in a word or two. */
export function unknownNames(names: readonly string[], known: readonly string[], kind: string): FieldError[] {
  return names.slice(0, MOST_UNKNOWN).map((name) => unknownName(name, known, kind));
}

/** The problem with a name that the route doesn't know. */
function unknownName(name: string, known: readonly string[], kind: string): FieldError {
  const close = closestName(name, known);
  const allowed = known.length === 0 ? `no ${kind} is known here` : `known: ${known.join(', ')}`;
  const hint = close === undefined ? allowed : `did you mean ${close}?`;
  return { field: cut(name), message: `unknown ${kind} ${shown(name)}; ${hint}` };
}

function cut(name: string): string {
  return [...name].slice(0, 80).join('');
}

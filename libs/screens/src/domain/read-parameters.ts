import { AppError, type FieldError } from '#lib/kernel';
import type { ScreenParameter, ScreenParameters } from './screen-parameters';

/** Values of a run, every parameter with one. */
export type CheckedParameters = Readonly<Record<string, string | number | boolean>>;

/** Checks the parameters of a run, and fills in the defaults. @throws AppError `invalid_input` that names each wrong one. */
export function readParameters(
  declared: ScreenParameters,
  given: Readonly<Record<string, unknown>>,
): CheckedParameters {
  const errors: FieldError[] = [];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared, name)) errors.push(problem(name, 'is not a parameter of this screen'));
  }
  const values = Object.entries(declared).map(([name, parameter]) => {
    const value = given[name];
    if (value === undefined) return [name, parameter.default] as const;
    const allowed = findAllowed(parameter, value);
    if (allowed !== undefined) errors.push(problem(name, `must be ${allowed}`));
    return [name, value as string | number | boolean] as const;
  });
  if (errors.length > 0) throw AppError.invalid(errors.map(({ message }) => message).join('; '), errors);
  return Object.fromEntries(values);
}

/**
 * Parameters that were given, and that the values of others leave without effect.
 * @param values Of all parameters. @returns names, in the order of the screen's parameters.
 */
export function findIgnored(
  declared: ScreenParameters,
  given: Readonly<Record<string, unknown>>,
  values: CheckedParameters,
): string[] {
  return Object.entries(declared).flatMap(([name, { countsWith, default: usual }]) => {
    // Forms send all of their fields.
    if (countsWith === undefined || given[name] === undefined || given[name] === usual) return [];
    const counts = Object.entries(countsWith).some(([other, wanted]) => wanted.some((one) => one === values[other]));
    return counts ? [] : [name];
  });
}

/** That a value can't stand beside another one. @param allowed What it would have to be. */
export function contradiction(name: string, allowed: string): AppError {
  const error = problem(name, `must be ${allowed}`);
  return AppError.invalid(error.message, [error]);
}

function problem(name: string, what: string): FieldError {
  return { field: `params.${name}`, message: `params.${name} ${what}` };
}

/** What a value would have to be; undefined where it is allowed. */
function findAllowed(parameter: ScreenParameter, value: unknown): string | undefined {
  if (parameter.type === 'boolean') return typeof value === 'boolean' ? undefined : 'true or false';
  if ('enum' in parameter) {
    const choices: readonly unknown[] = parameter.enum;
    return choices.includes(value) ? undefined : `one of ${choices.join(', ')}`;
  }
  const { type, minimum, maximum } = parameter;
  const isNumber = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (isNumber && (value as number) >= minimum && (value as number) <= maximum) return undefined;
  return `a ${type === 'integer' ? 'whole number' : 'number'} from ${String(minimum)} to ${String(maximum)}`;
}

/** The parameters as a JSON schema. */
export function toJsonSchema(declared: ScreenParameters): object {
  const properties = Object.entries(declared).map(([name, { zh, en, countsWith, ...schema }]) => [
    name,
    { ...schema, title: zh, description: en, ...(countsWith === undefined ? {} : { 'x-counts-with': countsWith }) },
  ]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) as object };
}

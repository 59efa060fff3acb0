/** The value of a parameter of a screen. */
export type ParameterValue = number | string | boolean;
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

interface Words {
  readonly name: string;
  readonly zh: string;
  readonly en: string;
  /** Values of other parameters, any one of which lets this one count; null: it always counts. */
  readonly countsWith: Readonly<Record<string, readonly unknown[]>> | null;
}

/** A field of the form, as the screen's JSON schema describes it. */
export type ParameterField = Words &
  (
    | { readonly kind: 'number'; readonly default: number; readonly min: number; readonly max: number; whole: boolean }
    | { readonly kind: 'choice'; readonly default: number | string; readonly choices: readonly (number | string)[] }
    | { readonly kind: 'flag'; readonly default: boolean }
  );

/** The fields of a schema, in its order. What no form can show is left out: a run has its default. */
export function readFields(schema: unknown): ParameterField[] {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = isRecord(property) ? readField(name, property) : undefined;
    return field === undefined ? [] : [field];
  });
}

function readField(name: string, property: Readonly<Record<string, unknown>>): ParameterField | undefined {
  const { type, default: preset, enum: choices, minimum, maximum } = property;
  const titles = { zh: readText(property.title, name), en: readText(property.description, name) };
  const words = { name, ...titles, countsWith: readCondition(property['x-counts-with']) };
  if (typeof preset === 'boolean') return { ...words, kind: 'flag', default: preset };
  if (typeof preset !== 'number' && typeof preset !== 'string') return undefined;
  if (Array.isArray(choices)) {
    return { ...words, kind: 'choice', default: preset, choices: choices.filter((choice) => isChoice(choice)) };
  }
  if (typeof preset !== 'number') return undefined;
  const [min, max] = [readNumber(minimum, -Infinity), readNumber(maximum, Infinity)];
  return { ...words, kind: 'number', default: preset, min, max, whole: type === 'integer' };
}

function readCondition(condition: unknown): ParameterField['countsWith'] {
  if (!isRecord(condition)) return null;
  return Object.fromEntries(
    Object.entries(condition).map(([name, values]) => [name, Array.isArray(values) ? (values as unknown[]) : []]),
  );
}

/** Whether a parameter counts with the values of the others. */
export function counts({ countsWith }: ParameterField, values: ParameterValues): boolean {
  return countsWith === null || Object.entries(countsWith).some(([name, wanted]) => wanted.includes(values[name]));
}

/** Whether the screen takes the value. */
export function fits(field: ParameterField, value: unknown): value is ParameterValue {
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return field.choices.some((choice) => choice === value);
    case 'number':
      return (
        typeof value === 'number' &&
        value >= field.min &&
        value <= field.max &&
        (!field.whole || Number.isInteger(value))
      );
  }
}

/** The value that a text of the address stands for; undefined where the screen does not take it. */
export function readValue(field: ParameterField, text: string): ParameterValue | undefined {
  const candidates: readonly unknown[] =
    field.kind === 'flag' ? [text === 'true' ? true : text === 'false' ? false : undefined] : [text, toNumber(text)];
  return candidates.find((candidate) => fits(field, candidate));
}

function toNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isChoice(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

function readText(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

function readNumber(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

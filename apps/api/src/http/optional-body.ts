const OPTIONAL_BODY = 'stock-cycle:optional-body';

/** Marks a body class that a request may leave out: no body reads as `{}`. */
export const OptionalBody = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(OPTIONAL_BODY, true, target);
};

export function mayBeMissing(type: object): boolean {
  return Reflect.hasMetadata(OPTIONAL_BODY, type);
}

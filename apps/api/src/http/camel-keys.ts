type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A body's fields, named as the domain names them. */
export type CamelKeys<Body> = { [Key in keyof Body as CamelCase<Key & string>]?: Exclude<Body[Key], undefined> };

/** The fields that a body has, without those that are undefined: `{ stock_name: null }` gives `{ stockName: null }`. */
export function toCamelKeys<Body extends object>(body: Body): CamelKeys<Body> {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [camelCase(name), value])) as CamelKeys<Body>;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

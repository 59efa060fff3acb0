import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openApiFileText } from '../../apps/api/src/openapi-file';

const OPENAPI_FILE = resolve(__dirname, '../../docs/openapi.json');

interface Operation {
  summary?: string;
  responses: Record<string, unknown>;
  'x-access'?: string;
  requestBody?: { content: Partial<Record<string, { schema: { $ref?: string } }>> };
}
interface Property {
  type?: string;
  enum?: unknown[];
  items?: Property;
  example?: unknown;
  default?: unknown;
}
interface Schema {
  type?: string;
  properties?: Record<string, Property>;
  required?: string[];
  additionalProperties?: unknown;
}

/** A property with one of these is shown with a value that is accepted. */
const SHOWS_ITSELF = ['example', 'default', 'enum'] as const;

let text: string;
let operations: [name: string, operation: Operation][];
let schemas: [name: string, schema: Schema][];

beforeAll(async () => {
  text = await openApiFileText();
  const document = JSON.parse(text) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );
  schemas = Object.entries(document.components.schemas);
});

it('docs/openapi.json is what the API produces (npm run openapi:write after a change of a route)', async () => {
  if (process.env['WRITE_OPENAPI'] === '1') await writeFile(OPENAPI_FILE, text);
  expect(text).toBe(await readFile(OPENAPI_FILE, 'utf8'));
});

it('every operation has a summary, an access rule and responses', () => {
  const bare = operations.filter(
    ([, operation]) =>
      operation.summary === undefined ||
      operation['x-access'] === undefined ||
      Object.keys(operation.responses).length === 0,
  );
  expect(operations.length).toBeGreaterThan(0);
  expect(bare.map(([name]) => name)).toEqual([]);
});

it('every body of a request can be tried as the page shows it: what it needs, and each object, has an example', () => {
  const bodies = new Set(operations.flatMap(([, operation]) => listBodies(operation)));
  expect(bodies.size).toBeGreaterThan(20);
  const bare = schemas
    .filter(([name]) => bodies.has(name))
    .flatMap(([name, { properties = {}, required = [] }]) =>
      Object.entries(properties)
        .filter(([key, property]) => required.includes(key) || property.type === 'object')
        .filter(
          ([, property]) => !SHOWS_ITSELF.some((key) => property[key] !== undefined) && property.type !== 'boolean',
        )
        .map(([key]) => `${name}.${key}`),
    );
  expect(bare).toEqual([]);
});

/** Schemas of JSON that an operation takes. */
function listBodies({ requestBody }: Operation): string[] {
  const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  return name === undefined ? [] : [name];
}

it('no schema is empty, as one whose fields lost their decorators', () => {
  const empty = schemas.filter(
    ([, schema]) =>
      schema.type === 'object' &&
      schema.additionalProperties === undefined &&
      Object.keys(schema.properties ?? {}).length === 0,
  );
  expect(schemas.length).toBeGreaterThan(0);
  expect(empty.map(([name]) => name)).toEqual([]);
});

/** Properties of responses whose words the domain knows, wherever they stand. */
const WORDS = [
  ...['currentPrimaryPhase', 'primaryPhaseHint', 'supplyDemand', 'alignFlag', 'cycleSubTags', 'cycleEvents', 'event'],
  ...[
    'aiConsensus',
    'consensus',
    'outlook',
    'direction',
    'marketSource',
    'status',
    'state',
    'stage',
    'outcome',
    'fault',
  ],
  ...['lastFault', 'kind', 'origin', 'period', 'role', 'scopes', 'exchange', 'board', 'adjustment', 'volumeBasis'],
  ...['latestCloseSource', 'circulatingMarketCapSource', 'closeVsEntryBasis', 'limitUpBasis', 'queueReason', 'rule'],
];
/** The vendors' words: of a trend's window, of what a sync does now, of what ends the reading of a phase. */
const FREE_TEXTS = [
  ...['TrendResponse.period', 'TrendListItemResponse.period', 'TrendDetailResponse.period'],
  ...['MarketSyncResponse.stage', 'InvalidationResponse.rule'],
];

it('terms of the domain are enums in the document', () => {
  const named = schemas.flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {})
      .filter(([property]) => name.endsWith('Response') && WORDS.includes(property))
      .map(([property, { items, ...value }]) => ({ place: `${name}.${property}`, value: items ?? value })),
  );
  const bare = named.filter(({ value }) => value.type === 'string' && value.enum === undefined);
  expect(named.length).toBeGreaterThan(100);
  expect(bare.map(({ place }) => place).filter((place) => !FREE_TEXTS.includes(place))).toEqual([]);
});

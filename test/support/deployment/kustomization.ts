import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

/** A manifest; what is in it is looked at by the one who asks. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

interface Generator {
  name: string;
  behavior?: 'create' | 'merge';
  envs?: string[];
  /** Each is a field of its name. */
  files?: string[];
}

interface Kustomization {
  namespace?: string;
  resources?: string[];
  components?: string[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
  configurations?: string[];
}

const KNOWN_FIELDS = [
  'apiVersion',
  'kind',
  'namespace',
  'labels',
  'resources',
  'components',
  'configMapGenerator',
  'secretGenerator',
  'patches',
  'configurations',
];

/**
 * The manifests of a folder with a `kustomization.yaml`, as far as ours use kustomize: resources, components, generators from
 * env files and files (without the hash in their names) and merge patches. An env file that is not committed is read from its example.
 */
export function resolveKustomization(folder: string): Manifest[] {
  const file = join(folder, 'kustomization.yaml');
  const wanted = parse(readFileSync(file, 'utf8')) as Kustomization;
  const unknown = Object.keys(wanted).filter((field) => !KNOWN_FIELDS.includes(field));
  if (unknown.length > 0) throw new Error(`${file}: ${unknown.join(', ')} is not understood here`);
  let manifests = (wanted.resources ?? []).flatMap((entry) => read(join(folder, entry)));
  for (const [kind, field, generators] of [
    ['ConfigMap', 'data', wanted.configMapGenerator],
    ['Secret', 'stringData', wanted.secretGenerator],
  ] as const) {
    for (const generator of generators ?? []) manifests = generate(manifests, folder, kind, field, generator);
  }
  for (const component of wanted.components ?? []) manifests = applyComponent(manifests, join(folder, component));
  for (const configuration of wanted.configurations ?? []) readFileSync(join(folder, configuration));
  const { namespace } = wanted;
  if (namespace === undefined) return manifests;
  return manifests.map((manifest) =>
    manifest.kind === 'Namespace' ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace } },
  );
}

function read(path: string): Manifest[] {
  if (existsSync(join(path, 'kustomization.yaml'))) return resolveKustomization(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw new Error(`${path}: ${problem.message}`);
    return document.toJS() as Manifest;
  });
}

function generate(
  manifests: Manifest[],
  folder: string,
  kind: 'ConfigMap' | 'Secret',
  field: 'data' | 'stringData',
  { name, behavior = 'create', envs = [], files = [] }: Generator,
): Manifest[] {
  const values = Object.assign(
    {},
    ...envs.map((env) => readEnv(join(folder, env))),
    ...files.map((file) => ({ [basename(file)]: readFileSync(join(folder, file), 'utf8') })),
  ) as Record<string, string>;
  const before = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if ((before !== undefined) !== (behavior === 'merge')) {
    throw new Error(`${folder}: ${kind} ${name} can't be made by ${behavior}`);
  }
  const made: Manifest = {
    apiVersion: 'v1',
    kind,
    metadata: { name },
    [field]: { ...(before?.[field] as Record<string, string> | undefined), ...values },
  };
  return [...manifests.filter((manifest) => manifest !== before), made];
}

function readEnv(path: string): Record<string, string> {
  const example = `${path}.example`;
  return parseEnv(readFileSync(existsSync(example) ? example : path, 'utf8')) as Record<string, string>;
}

function applyComponent(manifests: Manifest[], folder: string): Manifest[] {
  const { patches = [] } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const patched = [...manifests, ...resolveKustomization(folder)];
  for (const { target, patch } of patches) {
    const at = patched.findIndex(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    const found = patched[at];
    if (found === undefined) throw new Error(`${dirname(folder)}: there is no ${target.kind} ${target.name} to patch`);
    patched[at] = merge(found, parse(patch)) as Manifest;
  }
  return patched;
}

/** Objects field by field, null takes a field away, anything else replaces. */
function merge(before: unknown, change: unknown): unknown {
  if (!isObject(before) || !isObject(change)) return change;
  const changed = Object.entries(change).map(([field, value]) => [field, merge(before[field], value)] as const);
  const merged = { ...before, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

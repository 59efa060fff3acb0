import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { loadConfig } from '#lib/config';
import { type Manifest, resolveKustomization } from '../support/deployment/kustomization';

const ROOT = resolve(__dirname, '../..');
const OVERLAYS = join(ROOT, 'docker/k8s/overlays');
const NAME = 'app.kubernetes.io/name';
/** What stands between the program and its stores, and is no program of ours. */
const BETWEEN = ['pgbouncer'];

/** Where kubernetes-types declares a kind. What a cluster's operator brings (KEDA) is not among them. */
const DECLARED_IN: Record<string, string> = {
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
  v1: 'core/v1',
};

interface Probe {
  httpGet?: { path: string; port: string };
  exec?: { command: string[] };
}

interface Container {
  name: string;
  image: string;
  command?: string[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext?: unknown;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  volumeMounts?: { name: string }[];
}

interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: {
    initContainers?: Container[];
    containers: Container[];
    securityContext: { runAsNonRoot?: boolean; runAsUser?: number };
    automountServiceAccountToken?: boolean;
    volumes?: { name: string }[];
    terminationGracePeriodSeconds?: number;
  };
}

interface Workload extends Manifest {
  spec: {
    template: PodTemplate;
    selector?: { matchLabels: Record<string, string> };
    volumeClaimTemplates?: Manifest[];
  };
}

const overlays = readdirSync(OVERLAYS);

it('the overlays are those that docs/deployment.md names', () => {
  const text = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8');
  expect(overlays.length).toBeGreaterThan(1);
  expect(overlays.filter((name) => !text.includes(`overlays/${name}`))).toEqual([]);
});

/** What the compiler says of manifests written as literals of their types: a field that is unknown, missing or of another type. */
function complaintsAbout(manifests: readonly Manifest[]): string[] {
  const lines = manifests.flatMap((manifest, at) => {
    const module = DECLARED_IN[manifest.apiVersion];
    if (module === undefined) return [];
    return [
      `import type { ${manifest.kind} as T${at} } from 'kubernetes-types/${module}';`,
      `export const m${at}: T${at} = ${JSON.stringify(manifest)};`,
    ];
  });
  const file = join(ROOT, 'test/checks/manifests-to-check.ts');
  const options: ts.CompilerOptions = { strict: true, noEmit: true, types: [], skipLibCheck: true };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const source = ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.ES2022);
  host.getSourceFile = (name, ...rest) => (name === file ? source : getSourceFile.call(host, name, ...rest));
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const example = (change: (manifest: Manifest) => void): string[] => {
  const manifest = structuredClone(
    resolveKustomization(join(OVERLAYS, 'external')).find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'worker',
    ),
  );
  if (manifest === undefined) throw new Error('there is no worker');
  change(manifest);
  return complaintsAbout([manifest]);
};

it('a replica is read by API and worker, copies its primary once, and holds no secret in a map', () => {
  const manifests = resolveKustomization(join(OVERLAYS, 'external-replica'));
  const find = (kind: string, name: string) =>
    manifests.find(({ kind: one, metadata }) => one === kind && metadata.name === name);
  const secrets = find('Secret', 'secrets')?.['stringData'] as Record<string, string>;
  const { hostname } = new URL(secrets['DATABASE_REPLICA_URL'] ?? '');
  expect(find('Service', hostname)).toBeDefined();
  expect(loadConfig(secrets).databaseReplica?.maxLagMs).toBe(2000);
  const { spec } = (find('StatefulSet', hostname) as Workload).spec.template;
  const [copy] = spec.initContainers ?? [];
  expect(copy?.envFrom).toEqual([{ secretRef: { name: 'replica' } }]);
  const names = Object.keys(find('Secret', 'replica')?.['stringData'] as object);
  expect(names.toSorted()).toEqual(['PGHOST', 'PGPASSWORD', 'PGPORT', 'PGUSER']);
  const text = JSON.stringify(find('NetworkPolicy', 'postgres-replica'));
  expect(text).toContain('["api","worker"]');
});

it('the comparison with the types of Kubernetes finds an unknown field, a missing one and another type', () => {
  const spec = (manifest: Manifest) => manifest['spec'] as Record<string, unknown>;
  expect(example(() => undefined)).toEqual([]);
  expect(example((manifest) => Object.assign(spec(manifest), { replica: 2 })).join()).toContain('replica');
  expect(example((manifest) => Object.assign(spec(manifest), { replicas: 'two' })).join()).toContain('number');
  expect(example((manifest) => delete spec(manifest)['selector']).join()).toContain('selector');
});

describe.each(overlays)('docker/k8s/overlays/%s', (overlay) => {
  const manifests = resolveKustomization(join(OVERLAYS, overlay));
  const of = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
  const workloads = ['Deployment', 'StatefulSet', 'Job'].flatMap(of) as Workload[];
  const ours = workloads.filter(({ kind, metadata }) => kind !== 'StatefulSet' && !BETWEEN.includes(metadata.name));
  const containersOf = ({ spec }: Workload): Container[] => [
    ...(spec.template.spec.initContainers ?? []),
    ...spec.template.spec.containers,
  ];
  const dataOf = (kind: 'ConfigMap' | 'Secret', name: string): Record<string, string> => {
    const found = of(kind).find(({ metadata }) => metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return (found['data'] ?? found['stringData']) as Record<string, string>;
  };
  const environmentOf = (container: Container): Record<string, string> =>
    Object.assign(
      {},
      ...(container.envFrom ?? []).map(({ configMapRef, secretRef }) =>
        configMapRef === undefined ? dataOf('Secret', secretRef?.name ?? '') : dataOf('ConfigMap', configMapRef.name),
      ),
    ) as Record<string, string>;

  it('has only fields that Kubernetes knows', () => {
    expect(complaintsAbout(manifests)).toEqual([]);
    const unchecked = manifests.filter(({ apiVersion }) => DECLARED_IN[apiVersion] === undefined);
    expect(unchecked.every(({ apiVersion }) => apiVersion === 'keda.sh/v1alpha1')).toBe(true);
  });

  it('names each thing once, all in one namespace', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
    const elsewhere = manifests.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'stock-cycle',
    );
    expect(elsewhere).toEqual([]);
  });

  it('runs one image of ours, and programs of the build', () => {
    expect(ours.map(({ metadata }) => metadata.name).sort()).toEqual(['api', 'migrate', 'worker']);
    for (const container of ours.flatMap(containersOf)) {
      expect(container.image).toBe('stock-cycle');
      const program = container.command?.at(-1) ?? '';
      expect(program).toMatch(/^dist\/.*\.js$/);
      expect(existsSync(join(ROOT, program.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
    }
  });

  it('gives the programs settings that they accept', () => {
    const known = new Set<string>();
    const recorder = new Proxy<Record<string, string>>({}, { get: (_target, name) => void known.add(String(name)) });
    loadConfig(recorder);
    for (const container of ours.flatMap(containersOf)) {
      const environment = environmentOf(container);
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const config = loadConfig(environment);
      expect(config).toMatchObject({ production: true, host: '0.0.0.0', port: 3000, dataDir: '/data' });
      expect([config.databaseUrl, config.redisUrl, config.jwtSecret]).not.toContain(undefined);
    }
  });

  it('keeps secrets out of the maps, and the administrator’s password with the migration', () => {
    const secret = /SECRET|PASSWORD|TOKEN$|KEY$|_URL$/;
    for (const map of of('ConfigMap')) {
      const names = Object.keys(map['data'] as object).filter((name) => secret.test(name) && name !== 'PUBLIC_URL');
      expect(names).toEqual([]);
    }
    const trusted = ours.filter((workload) =>
      containersOf(workload).some((container) => 'ADMIN_PASSWORD' in environmentOf(container)),
    );
    expect(trusted.map(({ metadata }) => metadata.name)).toEqual(['migrate']);
  });

  it('gives no container rights, and sets limits for each', () => {
    for (const workload of workloads) {
      const { spec } = workload.spec.template;
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(spec.automountServiceAccountToken).toBe(false);
      const volumes = [
        ...(spec.volumes ?? []).map(({ name }) => name),
        ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name),
      ];
      for (const container of containersOf(workload)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources?.limits?.['memory']).toMatch(/^\d+[MG]i$/);
        expect(container.resources?.requests?.['cpu']).toMatch(/^\d+m$/);
        expect(container.volumeMounts?.map(({ name }) => name).filter((name) => !volumes.includes(name))).toEqual([]);
      }
    }
  });

  it('has selectors that find their pods', () => {
    const labels = new Map(workloads.map(({ metadata, spec }) => [metadata.name, spec.template.metadata.labels]));
    for (const { kind, metadata, spec } of workloads) {
      expect(labels.get(metadata.name)?.[NAME]).toBe(metadata.name);
      if (kind !== 'Job') expect(spec.selector?.matchLabels).toEqual({ [NAME]: metadata.name });
    }
    for (const service of of('Service')) {
      const { selector, ports } = service['spec'] as {
        selector: Record<string, string>;
        ports: { targetPort: string }[];
      };
      const pods = workloads.find(({ metadata }) => metadata.name === selector[NAME]);
      const open = pods?.spec.template.spec.containers.flatMap((container) => container.ports ?? []) ?? [];
      expect(open.map(({ name }) => name)).toEqual(expect.arrayContaining(ports.map(({ targetPort }) => targetPort)));
    }
    for (const budget of of('PodDisruptionBudget')) {
      const { selector } = budget['spec'] as { selector: { matchLabels: Record<string, string> } };
      expect(labels.get(selector.matchLabels[NAME] ?? '')).toMatchObject(selector.matchLabels);
    }
    for (const policy of of('NetworkPolicy')) {
      const { podSelector } = policy['spec'] as {
        podSelector: { matchLabels?: Record<string, string>; matchExpressions?: { values: string[] }[] };
      };
      const names = podSelector.matchExpressions?.flatMap(({ values }) => values) ?? [podSelector.matchLabels?.[NAME]];
      expect(names.filter((name) => !labels.has(name ?? ''))).toEqual([]);
    }
    for (const scaler of [...of('HorizontalPodAutoscaler'), ...of('ScaledObject')]) {
      const { scaleTargetRef } = scaler['spec'] as { scaleTargetRef: { name: string } };
      const target = of('Deployment').find(({ metadata }) => metadata.name === scaleTargetRef.name);
      expect(target).toBeDefined();
      // Who applies a number again would undo what the scaler decided.
      expect((target?.['spec'] as { replicas?: number }).replicas).toBeUndefined();
    }
  });

  it('lets only the ingress controller and Prometheus reach the API, and publishes no metrics', () => {
    const policy = of('NetworkPolicy').find(({ metadata }) => metadata.name === 'api-clients');
    const { ingress } = policy?.['spec'] as { ingress: { from?: object[]; ports: { port: number }[] }[] };
    expect(ingress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([[3000], [9464]]);
    for (const { from } of ingress) expect(from).toEqual([{ namespaceSelector: expect.any(Object) as object }]);
    const api = ours.find(({ metadata }) => metadata.name === 'api');
    const ports = api?.spec.template.spec.containers.map(
      (container) => loadConfig(environmentOf(container)).metricsPort,
    );
    expect(ports).toEqual([9464]);
  });

  it('checks the health of api and worker by their routes', () => {
    const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as { paths: object };
    const programs = ours.filter(({ kind }) => kind === 'Deployment');
    const containers = programs.flatMap(({ spec }) => spec.template.spec.containers);
    expect(containers).toHaveLength(2);
    for (const container of containers) {
      const { startupProbe, livenessProbe, readinessProbe } = container;
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        if (probe?.httpGet !== undefined) {
          expect(document.paths).toHaveProperty([probe.httpGet.path]);
          expect(container.ports?.map(({ name }) => name)).toContain(probe.httpGet.port);
        } else {
          expect(probe?.exec?.command.slice(0, 3)).toEqual([
            'node',
            'dist/apps/worker/src/health.js',
            environmentOf(container)['WORKER_HEALTH_FILE'],
          ]);
        }
      }
      // A database that is away must not have every process started again.
      expect(livenessProbe).not.toEqual(expect.objectContaining({ httpGet: readinessProbe?.httpGet }));
    }
  });

  it('gives PgBouncer, where there is one, the settings that its script reads and the user of the program', () => {
    const pooler = workloads.find(({ metadata }) => metadata.name === 'pgbouncer');
    const addresses = ours.flatMap(containersOf).map((container) => loadConfig(environmentOf(container)));
    const isPooled = addresses.map(({ databaseUrl, databaseDirectUrl }) => databaseUrl !== databaseDirectUrl);
    expect(isPooled.every((pooled) => pooled === (pooler !== undefined))).toBe(true);
    const [container] = pooler === undefined ? [] : containersOf(pooler);
    if (container === undefined) return;
    const given = environmentOf(container);
    const script = readFileSync(join(ROOT, 'docker/pgbouncer/start.sh'), 'utf8');
    expect(Object.keys(given).filter((name) => !script.includes(`$${name}`) && !script.includes(`{${name}`))).toEqual(
      [],
    );
    const [url, direct] = [addresses[0]?.databaseUrl, addresses[0]?.databaseDirectUrl].map(
      (text) => new URL(text ?? ''),
    );
    const port = container.ports?.[0]?.containerPort;
    expect(url?.host).toBe(`pgbouncer:${port}`);
    expect([direct?.host, direct?.pathname, direct?.username, direct?.password]).toEqual([
      `${given['SERVER_HOST']}:${given['SERVER_PORT']}`,
      `/${given['DATABASE']}`,
      given['USER_NAME'],
      given['USER_PASSWORD'],
    ]);
  });

  it('gives a pod longer to stop than the program takes', () => {
    for (const { spec } of of('Deployment') as Workload[]) {
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(12);
    }
  });
});

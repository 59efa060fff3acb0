import { loadConfig } from './app-config';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318' };

it('nothing is traced without an endpoint', () => {
  expect(loadConfig({ OTEL_SERVICE_NAME: 'mine' }).tracing).toBeUndefined();
});

it('the endpoint, the headers and the share of traces are read', () => {
  expect(loadConfig(ENDPOINT).tracing).toEqual({
    endpoint: 'https://collector.example:4318',
    headers: {},
    serviceName: undefined,
    sampleRatio: 1,
  });
  const settings = {
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%2Cb, x-team=stocks=1',
    OTEL_SERVICE_NAME: 'mine',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  expect(loadConfig(settings).tracing).toMatchObject({
    headers: { authorization: 'Bearer a,b', 'x-team': 'stocks=1' },
    serviceName: 'mine',
    sampleRatio: 0.05,
  });
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-without-a-name'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%ZZ'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', 'all'],
])('%s=%s is rejected', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(name);
});

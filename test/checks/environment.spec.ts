import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { loadConfig } from '#lib/config';

const example = parseEnv(readFileSync(resolve(__dirname, '../../.env.example'), 'utf8'));

/** The variables that `loadConfig` asks for, recorded while it reads an empty environment. */
function variablesRead(): Set<string> {
  const names = new Set<string>();
  loadConfig(
    new Proxy<Record<string, string>>(
      {},
      {
        get: (_target, name) => {
          if (typeof name === 'string') names.add(name);
          return undefined;
        },
      },
    ),
  );
  return names;
}

describe('.env.example', () => {
  it('lists exactly the variables that are read', () => {
    expect(Object.keys(example).sort()).toEqual([...variablesRead()].sort());
  });

  it('changes nothing when copied unchanged', () => {
    expect(loadConfig(example)).toEqual(loadConfig({}));
  });
});

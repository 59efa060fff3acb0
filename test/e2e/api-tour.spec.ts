import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shownAs } from '../support/inputs/shown-as';
import { TestApi } from '../support/worlds/test-api';

const run = promisify(execFile);

interface Step {
  command: string;
  answer: unknown;
}

/** The commands of the tour's `console` blocks, each with the answer that the page shows. */
function stepsOfTour(): Step[] {
  const page = readFileSync(join(__dirname, '../../docs/api-tour.md'), 'utf8');
  const steps: Step[] = [];
  for (const [, block = ''] of page.matchAll(/```console\n([\s\S]*?)```/g)) {
    for (const part of block.split(/^\$ /m).slice(1)) {
      const lines = part.trimEnd().split('\n');
      const answer = lines.pop() ?? '';
      steps.push({ command: lines.join('\n'), answer: JSON.parse(answer) });
    }
  }
  return steps;
}

describe('docs/api-tour.md', () => {
  const steps = stepsOfTour();
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    api = await TestApi.start();
    token = await api.login();
  });

  afterAll(() => api.stop());

  it('shows the response of every command', () => {
    expect(steps.length).toBeGreaterThan(15);
  });

  it.each(steps.map((step, index) => ({ ...step, name: `${index + 1}: ${step.command.split('\n').at(-1) ?? ''}` })))(
    'contains the true response of $name',
    async ({ command, answer }) => {
      const { stdout } = await run('bash', ['-c', command], { env: { ...process.env, URL: api.url, TOKEN: token } });
      expect(JSON.parse(stdout)).toEqual(shownAs(answer));
    },
  );
});

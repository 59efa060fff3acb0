import { expectFits } from '../faults/support/expect-fits';
import { MUTATIONS } from '../faults/support/mutations';
import { build } from '../support/processes/running-program';

beforeAll(() => build());

it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
  'the mutation still matches the program: %s',
  (_name, mutation) => expectFits(mutation),
);

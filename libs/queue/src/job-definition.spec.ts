import { defineJob } from './job-definition';

class StablePayload {
  scanId!: number;
  codes!: string[];
  note?: string;
}

class DatePayload {
  since!: Date;
}

class NestedPayload {
  range!: { from: bigint };
}

class MethodPayload {
  id!: number;

  describe(): string {
    return `payload ${this.id}`;
  }
}

const rest = { name: 'test.job', queue: 'test', retry: { attempts: 1, backoffMs: 1, crashes: 0 } };

describe('defineJob', () => {
  it('a payload must survive JSON unchanged', () => {
    const definition = defineJob<StablePayload, null>({ ...rest, payload: StablePayload });
    expect(definition.payload).toBe(StablePayload);

    // @ts-expect-error -- a Date becomes a string
    defineJob<DatePayload, null>({ ...rest, payload: DatePayload });
    // @ts-expect-error -- a bigint can't be written at all
    defineJob<NestedPayload, null>({ ...rest, payload: NestedPayload });
    // @ts-expect-error -- a method is lost
    defineJob<MethodPayload, null>({ ...rest, payload: MethodPayload });
  });
});

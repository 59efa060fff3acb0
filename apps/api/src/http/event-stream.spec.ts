import type { MessageEvent } from '@nestjs/common';
import { NEVER, of, startWith, Subject } from 'rxjs';
import { withHeartbeat } from './event-stream';

describe('withHeartbeat', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('sends a comment every 20 seconds, and ends with the events', () => {
    const events = new Subject<MessageEvent>();
    const seen: (MessageEvent | 'end')[] = [];
    withHeartbeat(events).subscribe({ next: (event) => seen.push(event), complete: () => seen.push('end') });
    events.next({ data: 'first' });
    jest.advanceTimersByTime(41_000);
    events.next({ data: 'second' });
    events.complete();
    jest.advanceTimersByTime(60_000);
    const heartbeat = { comment: 'heartbeat' };
    expect(seen).toEqual([{ data: 'first' }, heartbeat, heartbeat, { data: 'second' }, 'end']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends the event that is there at once', () => {
    const seen: MessageEvent[] = [];
    const now = { data: 'now' };
    const subscription = withHeartbeat(NEVER.pipe(startWith(now))).subscribe((event) => seen.push(event));
    expect(seen).toEqual([now]);
    subscription.unsubscribe();
    withHeartbeat(of(now)).subscribe((event) => seen.push(event));
    expect(seen).toEqual([now, now]);
  });

  it('stops when its client leaves', () => {
    const events = new Subject<MessageEvent>();
    withHeartbeat(events).subscribe().unsubscribe();
    expect([jest.getTimerCount(), events.observed]).toEqual([0, false]);
  });
});

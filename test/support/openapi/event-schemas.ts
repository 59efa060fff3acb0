import type { Database } from '#lib/database';
import type { ReceivedRequest } from '../fakes/notifications/fake-reply';
import { OPENAPI_DOCUMENT } from './openapi-operations';
import { ReplyChecker } from './reply-checker';

let checker: ReplyChecker | undefined;

/** `session.phase_changed`: `SessionPhaseChanged`, with which the names of its schemas begin. */
function nameOf(type: string): string {
  return type.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** @throws Error where an event that was recorded, or a webhook that arrived, does not fit the schema of its type. */
export async function expectEventsFit(database: Database, received: readonly ReceivedRequest[] = []): Promise<void> {
  const events = await database.query<{ type: string; data: unknown }>('select type, data from event order by id');
  for (const { type, data } of events)
    expectFit(`${nameOf(type)}Event`, { id: 1, type, run: null, data, createdAt: AT });
  for (const { kind, body } of received) {
    if (kind === 'webhook') expectFit(`${nameOf(String(body['type']))}Webhook`, body);
  }
}

const AT = '2026-03-04T05:06:07.008Z';

/** @throws Error where the value does not fit. */
function expectFit(schemaName: string, value: unknown): void {
  checker ??= new ReplyChecker(OPENAPI_DOCUMENT);
  const fault = checker.faultOfValue(schemaName, value);
  if (fault !== undefined) throw new Error(`${schemaName}: ${fault}\n${JSON.stringify(value).slice(0, 2000)}`);
}

import { Injectable } from '@nestjs/common';
import { MAX_NOTE_LENGTH, SessionsService } from '#lib/tracking';
import { argumentsOf, objectOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderFacts } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { describeSession, moveSessionNotes } from './session-notes';
import { SESSION_ID } from './tool-arguments';

interface Given {
  readonly session_id: number;
  readonly summary_note: string | null;
}

@Injectable()
export class UpdateSessionNoteTool extends AgentTool<Given> {
  readonly name = 'update_session_note';
  readonly title = 'Write the note of a session';
  readonly description =
    'Replaces the summary note of a tracking session, and changes nothing else of it. Read the present note with ' +
    'get_session first: it is not kept.';
  override readonly scope = 'write';
  override readonly replaces = true;
  readonly input = argumentsOf(
    {
      session_id: SESSION_ID,
      summary_note: { type: ['string', 'null'], maxLength: MAX_NOTE_LENGTH, description: 'The whole note; null: none' },
    },
    ['session_id', 'summary_note'],
  );

  constructor(private readonly sessions: SessionsService) {
    super();
  }

  output(replies: ReplySchemas) {
    return objectOf({ session: describeSession(replies) });
  }

  async run({ session_id: id, summary_note: summaryNote }: Given): Promise<ToolAnswer> {
    const { session } = await this.sessions.update(id, { summaryNote }, undefined);
    return {
      data: { session: moveSessionNotes(session) },
      text: renderFacts({ session: id, user_note: session.summaryNote ?? 'none' }),
      rows: 1,
    };
  }
}

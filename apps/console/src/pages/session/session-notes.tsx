import type { ReactNode } from 'react';
import { useNotices } from '../../parts/undo';
import { useValueOrigins } from '../../provenance/value-origins';
import { Provenance } from '../../provenance/provenance';
import { NOTHING, useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import { useScreens } from '../screens/screen-queries';
import { StudyLine } from '../studies/study-line';
import { EditableText } from './editable-text';
import styles from './history.module.css';
import type { SessionRow } from './session-detail';
import { useSessionEdits } from './session-edits';

const messages = defineMessages({
  zh: {
    notes: '跟踪资料',
    summary: '总结',
    fundamental: '基本面说明',
    name: '名称',
    source: '来源',
    study: '历史检验',
    entryPrice: '入场价',
    entryDate: '入场日',
    cap: '流通市值',
    groundDay: '地量日',
    spread: '筹码集中',
    saved: (what: string) => `已保存${what}`,
    notAPrice: '入场价须是大于 0 的数，或留空',
  },
  en: {
    notes: 'About the session',
    summary: 'Summary',
    fundamental: 'Fundamental note',
    name: 'Name',
    source: 'Source',
    study: 'Its study',
    entryPrice: 'Entry price',
    entryDate: 'Entry date',
    cap: 'Float cap',
    groundDay: 'Low-volume day',
    spread: 'Chip spread',
    saved: (what) => `Saved: ${what}`,
    notAPrice: 'The entry price is a number above 0, or empty',
  },
});

/** The session's own texts and its entry price; the entry date, which the session is anchored on, stays. */
export function SessionNotes({ session }: { session: SessionRow }): ReactNode {
  const t = useMessages(messages);
  return (
    <section className={styles.notes} aria-label={t.notes}>
      <NoteField session={session} field="summaryNote" column="summary_note" name="summary" label={t.summary} lines />
      <NoteField
        session={session}
        field="fundamentalNote"
        column="fundamental_note"
        name="fundamental-note"
        label={t.fundamental}
        lines
      />
      <NoteField session={session} field="stockName" column="stock_name" name="name" label={t.name} />
      <NoteField session={session} field="source" column="source" name="source" label={t.source} />
      <SourceStudy source={session.source} />
      <PriceField session={session} />
      <FixedValues session={session} />
    </section>
  );
}

/** What the newest study says of the screen that the session came from, where its source names one screen alone. */
function SourceStudy({ source }: { source: string | null }): ReactNode {
  const t = useMessages(messages);
  const { data } = useScreens();
  const [screen, another] = data?.filter((each) => each.source === source) ?? [];
  if (screen === undefined || another !== undefined) return null;
  return (
    <div className={styles.fixed}>
      <span>{t.study}</span>
      <StudyLine screen={screen.id} />
    </div>
  );
}

/** A text of the session, edited in its place. */
function NoteField({
  session,
  field,
  column,
  name,
  label,
  lines = false,
}: {
  session: SessionRow;
  field: 'summaryNote' | 'fundamentalNote' | 'stockName' | 'source';
  /** The name of the field in requests. */
  column: 'summary_note' | 'fundamental_note' | 'stock_name' | 'source';
  /** The name of the draft. */
  name: string;
  label: string;
  lines?: boolean;
}): ReactNode {
  const t = useMessages(messages);
  const edit = useSessionEdits(session.id);
  return (
    <EditableText
      name={draftName(session, name)}
      label={label}
      text={session[field] ?? ''}
      lines={lines}
      onSave={(text) =>
        edit({
          body: { [column]: textOrNull(text) },
          guess: { [field]: textOrNull(text) },
          sentence: t.saved(label),
          undo: { [column]: session[field] },
        })
      }
    />
  );
}

function PriceField({ session }: { session: SessionRow }): ReactNode {
  const t = useMessages(messages);
  const edit = useSessionEdits(session.id);
  const { failed } = useNotices();
  const save = async (text: string): Promise<boolean> => {
    const price = textOrNull(text.replaceAll(',', ''));
    if (price !== null && !(Number(price) > 0)) {
      failed(new Error(t.notAPrice));
      return false;
    }
    const entryClosePrice = price === null ? null : Number(price);
    return edit({
      body: { entry_close_price: entryClosePrice },
      guess: { entryClosePrice },
      sentence: t.saved(t.entryPrice),
      undo: { entry_close_price: session.entryClosePrice },
    });
  };
  return (
    <EditableText
      name={draftName(session, 'entry-price')}
      label={t.entryPrice}
      text={session.entryClosePrice === null ? '' : String(session.entryClosePrice)}
      onSave={save}
    />
  );
}

function draftName({ id }: SessionRow, field: string): string {
  return `session.${id}.${field}`;
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** The values of the session that nobody edits. */
function FixedValues({ session }: { session: SessionRow }): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const origins = useValueOrigins();
  return (
    <>
      <div className={styles.fixed}>
        <span>{t.entryDate}</span>
        <span className="figure">{session.entryDate}</span>
      </div>
      <div className={styles.fixed}>
        <span>{t.cap}</span>
        <Provenance lines={origins.cap(session)}>
          <span className="figure">{formats.capYi(session.circulatingMarketCapYi)}</span>
        </Provenance>
      </div>
      <div className={styles.fixed}>
        <span>{t.groundDay}</span>
        <Provenance lines={origins.groundVolume(session)}>
          <span className="figure">{session.lowestVolumeTradeDate ?? NOTHING}</span>
        </Provenance>
      </div>
      <div className={styles.fixed}>
        <span>{t.spread}</span>
        <Provenance lines={origins.chips(session.cyq)}>
          <span className="figure">{formats.decimal(session.cyqSpreadRatio, 3)}</span>
        </Provenance>
      </div>
    </>
  );
}

import type { ReactNode } from 'react';
import { useNotices } from '../../parts/undo';
import { useFigureOrigins } from '../../provenance/figure-origins';
import { Provenance } from '../../provenance/provenance';
import { NOTHING, useFormats } from '../../words/formats';
import { defineWords, useWords } from '../../words/words';
import { EditableText } from './editable-text';
import styles from './history.module.css';
import type { SessionRow } from './session-detail';
import { useSessionEdits } from './session-edits';

const words = defineWords({
  zh: {
    notes: '跟踪资料',
    summary: '总结',
    fundamental: '基本面说明',
    name: '名称',
    source: '来源',
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
    entryPrice: 'Entry price',
    entryDate: 'Entry date',
    cap: 'Float cap',
    groundDay: 'Low-volume day',
    spread: 'Chip spread',
    saved: (what) => `Saved: ${what}`,
    notAPrice: 'The entry price is a number above 0, or empty',
  },
});

/** The session's own texts and its entry price; the entry date is what it is anchored on and stays. */
export function SessionNotes({ session }: { session: SessionRow }): ReactNode {
  const say = useWords(words);
  const formats = useFormats();
  const origins = useFigureOrigins();
  const edit = useSessionEdits(session.id);
  const { failed } = useNotices();
  const saved = (what: string): string => say.saved(what);
  const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  const kept = (field: string): string => `session.${session.id}.${field}`;
  const savePrice = async (text: string): Promise<boolean> => {
    const price = textOrNull(text.replaceAll(',', ''));
    if (price !== null && !(Number(price) > 0)) {
      failed(new Error(say.notAPrice));
      return false;
    }
    const entryClosePrice = price === null ? null : Number(price);
    return edit({
      body: { entry_close_price: entryClosePrice },
      guess: { entryClosePrice },
      said: saved(say.entryPrice),
      undo: { entry_close_price: session.entryClosePrice },
    });
  };
  return (
    <section className={styles.notes} aria-label={say.notes}>
      <EditableText
        name={kept('summary')}
        label={say.summary}
        text={session.summaryNote ?? ''}
        lines
        onSave={(text) =>
          edit({
            body: { summary_note: textOrNull(text) },
            guess: { summaryNote: textOrNull(text) },
            said: saved(say.summary),
            undo: { summary_note: session.summaryNote },
          })
        }
      />
      <EditableText
        name={kept('fundamental-note')}
        label={say.fundamental}
        text={session.fundamentalNote ?? ''}
        lines
        onSave={(text) =>
          edit({
            body: { fundamental_note: textOrNull(text) },
            guess: { fundamentalNote: textOrNull(text) },
            said: saved(say.fundamental),
            undo: { fundamental_note: session.fundamentalNote },
          })
        }
      />
      <EditableText
        name={kept('name')}
        label={say.name}
        text={session.stockName ?? ''}
        onSave={(text) =>
          edit({
            body: { stock_name: textOrNull(text) },
            guess: { stockName: textOrNull(text) },
            said: saved(say.name),
            undo: { stock_name: session.stockName },
          })
        }
      />
      <EditableText
        name={kept('source')}
        label={say.source}
        text={session.source ?? ''}
        onSave={(text) =>
          edit({
            body: { source: textOrNull(text) },
            guess: { source: textOrNull(text) },
            said: saved(say.source),
            undo: { source: session.source },
          })
        }
      />
      <EditableText
        name={kept('entry-price')}
        label={say.entryPrice}
        text={session.entryClosePrice === null ? '' : String(session.entryClosePrice)}
        onSave={savePrice}
      />
      <div className={styles.fixed}>
        <span>{say.entryDate}</span>
        <span className="figure">{session.entryDate}</span>
      </div>
      <div className={styles.fixed}>
        <span>{say.cap}</span>
        <Provenance lines={origins.cap(session)}>
          <span className="figure">{formats.capYi(session.circulatingMarketCapYi)}</span>
        </Provenance>
      </div>
      <div className={styles.fixed}>
        <span>{say.groundDay}</span>
        <Provenance lines={origins.groundVolume(session)}>
          <span className="figure">{session.lowestVolumeTradeDate ?? NOTHING}</span>
        </Provenance>
      </div>
      <div className={styles.fixed}>
        <span>{say.spread}</span>
        <Provenance lines={origins.chips(session.cyq)}>
          <span className="figure">{formats.decimal(session.cyqSpreadRatio, 3)}</span>
        </Provenance>
      </div>
    </section>
  );
}

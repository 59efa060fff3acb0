import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import type { Schemas } from '../../api/client';
import { useEventName } from '../../api/vocabulary';
import { useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import { useEventRates } from './event-rates';
import styles from './record-evidence.module.css';

type Evidence = Schemas['RecordEvidenceResponse'];

const messages = defineMessages({
  zh: {
    basis: '依据',
    at: (price: string) => `${price} 元`,
    recognised: (day: string) => `${day} 认出`,
    rate: (n: number, share: string, low: string, high: string, base: string) =>
      `n=${n}，${share} %（${low}–${high}），基准 ${base} %`,
    rateMeans: (goesDown: boolean, of: string) =>
      `该事件之后 20 个交易日${goesDown ? '弱于' : '强于'}市场中位的比例，括号内为 95% 区间；基准为同期全部股票。${of}`,
    ownRecord: (version: string, since: string, through: string) => `本系统战绩，${version}，${since} 至 ${through}`,
    study: (measuredOn: string) => `规则实测：${measuredOn}`,
    insufficient: '样本不足',
    invalid: '失效',
    next: '下一步看',
  },
  en: {
    basis: 'Rests on',
    at: (price) => `${price} yuan`,
    recognised: (day) => `seen ${day}`,
    rate: (n, share, low, high, base) => `n=${n}, ${share} % (${low}–${high}), base ${base} %`,
    rateMeans: (goesDown, of) =>
      `Share that was ${goesDown ? 'below' : 'above'} the market’s middle 20 trading days later, with its 95 % interval; base: all stocks on these days. ${of}`,
    ownRecord: (version, since, through) => `Own track record, ${version}, ${since} to ${through}`,
    study: (measuredOn) => `Study of the rules: ${measuredOn}`,
    insufficient: 'too few samples',
    invalid: 'Ends',
    next: 'Next',
  },
});

/** What a record rests on: each event with its day, its price and how often such events were right, then what to look for. */
export function RecordEvidence({ evidence }: { evidence: Evidence }): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const eventName = useEventName();
  const { today } = useConsoleState();
  const { events, invalidation, nextLook } = evidence;
  if (events.length === 0 && invalidation === null && nextLook === null) return null;
  return (
    <ul className={styles.basis} aria-label={t.basis}>
      {events.map(({ event, happenedOn, recognisedOn, price }) => (
        <li key={event}>
          <b title={eventName(event)}>{event}</b> <span className="figure">{formats.day(happenedOn, today)}</span>{' '}
          <span className="figure">{t.at(formats.price(price))}</span>{' '}
          {recognisedOn !== happenedOn && <span>{t.recognised(formats.day(recognisedOn, today))} </span>}
          <Rate event={event} />
        </li>
      ))}
      {invalidation !== null && (
        <li>
          <span className={styles.name}>{t.invalid}</span> {invalidation.rule}
        </li>
      )}
      {nextLook !== null && (
        <li>
          <span className={styles.name}>{t.next}</span> {nextLook}
        </li>
      )}
    </ul>
  );
}

function Rate({ event }: { event: string }): ReactNode {
  const t = useMessages(messages);
  const rates = useEventRates();
  if (rates === undefined) return null;
  const rate = rates.of.get(event);
  if (rate === undefined || rate.insufficient) return <span className={styles.quiet}>{t.insufficient}</span>;
  const { n, share, low, high, base, source, version, since, through } = rate;
  const of = source === 'study' ? t.study(rates.measuredOn) : t.ownRecord(version, since ?? '—', through ?? '—');
  return (
    <span className="figure" title={t.rateMeans(rate.direction === 'down', of)}>
      {t.rate(n, shown(share, 1), shown(low), shown(high), shown(base))}
    </span>
  );
}

function shown(percent: number | null, digits = 0): string {
  return percent === null ? '—' : percent.toFixed(digits);
}

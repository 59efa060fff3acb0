import { Button, NumberInput, type NumberInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../api/client';
import { useMessages } from '../../../i18n/messages';
import { portfolioMessages } from './portfolio-messages';
import styles from './portfolio.module.css';

const USUAL = { positions: 10, capital: 1_000_000 };

interface Typed {
  readonly positions: number | null;
  readonly capital: number | null;
  readonly days: number | null;
  readonly stop: number | null;
  readonly take: number | null;
  readonly trail: number | null;
}

/** The rules of a portfolio: how much money in how many positions, and when a position is sold. */
export function PortfolioForm({
  days,
  isPending,
  onSimulate,
}: {
  /** Open days that a position is held if nothing else is typed. */
  days: number;
  isPending: boolean;
  onSimulate: (body: Schemas['PortfolioBody']) => void;
}): ReactNode {
  const t = useMessages(portfolioMessages);
  const [typed, setTyped] = useState<Typed>({ ...USUAL, days, stop: null, take: null, trail: null });
  const body = toBody(typed);
  const fieldOf = (name: keyof Typed) => ({
    value: typed[name],
    onValue: (value: number | null) => setTyped({ ...typed, [name]: value }),
  });
  return (
    <form
      className={styles.form}
      aria-label={t.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (body !== undefined) onSimulate(body);
      }}
    >
      <Field label={t.positions} min={1} max={100} allowDecimal={false} {...fieldOf('positions')} />
      <Field label={t.capital} min={10_000} max={1_000_000_000} thousandSeparator="," {...fieldOf('capital')} />
      <Field label={t.days} min={1} max={250} allowDecimal={false} {...fieldOf('days')} />
      <Field label={t.stop} min={0.1} max={99} placeholder={t.unset} {...fieldOf('stop')} />
      <Field label={t.take} min={0.1} max={1000} placeholder={t.unset} {...fieldOf('take')} />
      <Field label={t.trail} min={0.1} max={99} placeholder={t.unset} {...fieldOf('trail')} />
      <Button type="submit" loading={isPending} disabled={body === undefined}>
        {t.simulate}
      </Button>
    </form>
  );
}

function Field({
  value,
  onValue,
  ...field
}: Pick<NumberInputProps, 'label' | 'min' | 'max' | 'allowDecimal' | 'placeholder' | 'thousandSeparator'> & {
  value: number | null;
  onValue: (value: number | null) => void;
}): ReactNode {
  return (
    <NumberInput
      {...field}
      className={styles.field}
      hideControls
      value={value ?? ''}
      onChange={(typed) => onValue(typeof typed === 'number' ? typed : null)}
    />
  );
}

/** Undefined: something that every portfolio has was not typed. */
function toBody({ positions, capital, days, stop, take, trail }: Typed): Schemas['PortfolioBody'] | undefined {
  if (positions === null || capital === null || days === null) return undefined;
  const exit = {
    days,
    ...(stop === null ? {} : { stop_pct: stop }),
    ...(take === null ? {} : { take_pct: take }),
    ...(trail === null ? {} : { trail_pct: trail }),
  };
  return { positions, capital, exit };
}

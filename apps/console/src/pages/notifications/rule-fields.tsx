import { ActionIcon, Button, Checkbox, MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useVocabulary } from '../../api/vocabulary';
import { useMessages } from '../../i18n/messages';
import { PHASES, usePhaseNames } from '../../parts/phases';
import { usePreferences } from '../../preferences/preferences';
import { nameOf } from '../screens/screen-list';
import { useScreens } from '../screens/screen-queries';
import { readPastedCodes } from '../sessions/pasted-codes';
import { measureMessages, scopeMessages } from './condition-messages';
import styles from './notifications.module.css';
import {
  COMPARISONS,
  DIGEST_TIMES,
  isDigest,
  isOfSessions,
  type ItemDraft,
  JOINS,
  MEASURES,
  MOST_ITEMS,
  NEW_ITEM,
  type RuleDraft,
  SCOPES,
} from './rule-draft';
import { ruleMessages } from './rule-messages';

interface FieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (changes: Partial<RuleDraft>) => void;
  /** The thing of the conditions is given: it is not asked for. */
  readonly isThingGiven: boolean;
}

/** What the event of the rule asks for. */
export function ConditionFields(props: FieldsProps): ReactNode {
  const { event } = props.draft;
  if (event === 'price.crossed') return <PriceFields {...props} />;
  if (event === 'screen.matched') return <ScreenFields {...props} />;
  if (isDigest(event)) return <DigestField {...props} />;
  return isOfSessions(event) ? <SessionFields {...props} /> : null;
}

function DigestField({ draft: { event, at }, onChange }: FieldsProps): ReactNode {
  const t = useMessages(ruleMessages);
  if (!isDigest(event)) return null;
  const { earliest, latest, usual } = DIGEST_TIMES[event];
  return (
    <TextInput
      className={styles.number}
      type="time"
      label={t.digestAt}
      description={t.digestTimes(earliest, latest)}
      descriptionProps={{ fz: 'xs' }}
      min={earliest}
      max={latest}
      value={at === '' ? usual : at}
      onChange={({ currentTarget: { value } }) => onChange({ at: value })}
    />
  );
}

function SessionFields({ draft, onChange, isThingGiven }: FieldsProps): ReactNode {
  const t = useMessages(ruleMessages);
  const scopes = useMessages(scopeMessages);
  const names = usePhaseNames();
  return (
    <>
      {!isThingGiven && (
        <>
          <NativeSelect
            label={t.scope}
            value={draft.scope}
            data={SCOPES.map((value) => ({ value, label: scopes[value] }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ scope: SCOPES.find((scope) => scope === value) ?? 'all' })
            }
          />
          <CodesField codes={draft.codes} onCodes={(codes) => onChange({ codes })} />
        </>
      )}
      {draft.event === 'session.phase_changed' && (
        <Checkbox.Group
          label={t.phases}
          value={[...draft.phases]}
          onChange={(chosen) => onChange({ phases: PHASES.filter((phase) => chosen.includes(phase)) })}
        >
          <div className={styles.choices}>
            {PHASES.map((phase) => (
              <Checkbox key={phase} value={phase} label={names[phase]} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {draft.event === 'session.event' && (
        <EventsField events={draft.events} onEvents={(events) => onChange({ events })} />
      )}
    </>
  );
}

function CodesField({
  codes,
  onCodes,
}: {
  codes: readonly string[];
  onCodes: (codes: readonly string[]) => void;
}): ReactNode {
  const t = useMessages(ruleMessages);
  const [typed, setTyped] = useState(codes.join(' '));
  return (
    <TextInput
      label={t.codes}
      description={codes.length === 0 ? t.codesHint : t.codesRead(codes.length)}
      descriptionProps={{ fz: 'xs' }}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onCodes(readPastedCodes(value).codes);
      }}
    />
  );
}

function EventsField({
  events,
  onEvents,
}: {
  events: readonly string[];
  onEvents: (events: readonly string[]) => void;
}): ReactNode {
  const t = useMessages(ruleMessages);
  const { language } = usePreferences();
  const known = useVocabulary()?.events ?? [];
  return (
    <MultiSelect
      label={t.events}
      value={[...events]}
      data={known.map((event) => ({ value: event.abbr, label: `${event.abbr} ${event[language]}` }))}
      searchable
      hidePickedOptions
      onChange={onEvents}
    />
  );
}

function ScreenFields({ draft, onChange, isThingGiven }: FieldsProps): ReactNode {
  const t = useMessages(ruleMessages);
  const { language } = usePreferences();
  const { data } = useScreens();
  const isChanged = Object.keys(draft.screenChanges).length > 0;
  return (
    <>
      {!isThingGiven && (
        <NativeSelect
          label={t.screen}
          value={draft.screen}
          data={[
            { value: '', label: t.chooseScreen },
            ...(data ?? []).map((screen) => ({ value: screen.id, label: nameOf(screen, language) })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ screen: value, screenChanges: {} })}
        />
      )}
      {isChanged && <p className={styles.quiet}>{t.screenKept}</p>}
    </>
  );
}

function PriceFields({ draft, onChange, isThingGiven }: FieldsProps): ReactNode {
  const t = useMessages(ruleMessages);
  const { items } = draft;
  const setItem = (at: number, item: ItemDraft): void =>
    onChange({ items: items.map((one, index) => (index === at ? item : one)) });
  return (
    <>
      {!isThingGiven && (
        <TextInput
          label={t.stock}
          placeholder={t.stockHint}
          autoComplete="off"
          inputMode="numeric"
          maxLength={6}
          value={draft.code}
          onChange={({ currentTarget: { value } }) => onChange({ code: value.trim() })}
        />
      )}
      {items.map((item, at) => (
        <ItemFields
          // Items are told apart by their places alone.
          key={at}
          item={item}
          onItem={(changed) => setItem(at, changed)}
          onRemove={items.length > 1 ? () => onChange({ items: items.toSpliced(at, 1) }) : undefined}
          removeLabel={t.removeItem(at + 1)}
        />
      ))}
      <div className={styles.line}>
        <Button
          variant="default"
          size="compact-sm"
          disabled={items.length >= MOST_ITEMS}
          onClick={() => onChange({ items: [...items, NEW_ITEM] })}
        >
          {t.addItem}
        </Button>
        {items.length > 1 && (
          <NativeSelect
            aria-label={t.join}
            value={draft.op}
            data={JOINS.map((value) => ({ value, label: value === 'and' ? t.joinAnd : t.joinOr }))}
            onChange={({ currentTarget: { value } }) => onChange({ op: value === 'or' ? 'or' : 'and' })}
          />
        )}
      </div>
    </>
  );
}

const SIGNS = { '>': '>', '>=': '≥', '<': '<', '<=': '≤' } as const;

function ItemFields({
  item,
  onItem,
  onRemove,
  removeLabel,
}: {
  item: ItemDraft;
  onItem: (item: ItemDraft) => void;
  onRemove: (() => void) | undefined;
  removeLabel: string;
}): ReactNode {
  const t = useMessages(ruleMessages);
  const measures = useMessages(measureMessages);
  return (
    <div className={styles.line}>
      <NativeSelect
        label={t.measure}
        value={item.type}
        data={MEASURES.map((value) => ({ value, label: measures[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onItem({ ...item, type: MEASURES.find((measure) => measure === value) ?? 'price' })
        }
      />
      <NativeSelect
        label={t.comparison}
        value={item.op}
        data={COMPARISONS.map((value) => ({ value, label: value === 'between' ? t.between : SIGNS[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onItem({ ...item, op: COMPARISONS.find((comparison) => comparison === value) ?? '>=' })
        }
      />
      <TextInput
        className={styles.number}
        label={t.value}
        inputMode="decimal"
        autoComplete="off"
        value={item.low}
        onChange={({ currentTarget: { value } }) => onItem({ ...item, low: value })}
      />
      {item.op === 'between' && (
        <TextInput
          className={styles.number}
          label={t.upper}
          inputMode="decimal"
          autoComplete="off"
          value={item.high}
          onChange={({ currentTarget: { value } }) => onItem({ ...item, high: value })}
        />
      )}
      {onRemove !== undefined && (
        <ActionIcon variant="subtle" size={36} aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

/** When a rule keeps quiet. */
export function QuietFields({
  quiet,
  onQuiet,
}: {
  quiet: RuleDraft['quiet'];
  onQuiet: (quiet: RuleDraft['quiet']) => void;
}): ReactNode {
  const t = useMessages(ruleMessages);
  return (
    <>
      <Switch
        label={t.quietHours}
        checked={quiet.isOn}
        onChange={({ currentTarget: { checked } }) => onQuiet({ ...quiet, isOn: checked })}
      />
      {quiet.isOn && (
        <div className={styles.line}>
          <TextInput
            type="time"
            label={t.quietFrom}
            value={quiet.from}
            onChange={({ currentTarget: { value } }) => onQuiet({ ...quiet, from: value })}
          />
          <TextInput
            type="time"
            label={t.quietTo}
            value={quiet.to}
            onChange={({ currentTarget: { value } }) => onQuiet({ ...quiet, to: value })}
          />
        </div>
      )}
    </>
  );
}

import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { findChanges, COMPETITOR_FIELDS, type CompetitorField, toForm, toReversal } from './competitor-changes';
import { useSeoAddress } from './seo-address';
import { seoFieldMessages } from './seo-field-messages';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

type Body = Schemas['CompetitorBody'];

const LONG: readonly CompetitorField[] = ['description', 'notes'];

/** The record of a competitor's site, or a new one. What the server rejects is shown under its field. */
export function CompetitorForm({ record }: { record: Schemas['CompetitorResponse'] | undefined }): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const queries = useQueryClient();
  const { set } = useSeoAddress();
  const { done } = useNotices();
  const [domain, setDomain] = useState('');
  const [edited, setEdited] = useState<Partial<Record<CompetitorField, string>>>({});
  const before = toForm(record);
  const values = { ...before, ...edited };
  const changes = findChanges(before, values);
  const put = (body: Body): Promise<Schemas['CompetitorResponse']> =>
    readData(api.PUT('/api/seo/competitors', { body })).finally(
      () => void queries.invalidateQueries({ queryKey: ['seo', 'competitors'] }),
    );
  const save = useMutation({
    mutationFn: put,
    onSuccess: (saved) => {
      setEdited({});
      const undo = record && (() => put({ domain: record.domain, ...toReversal(before, changes) }));
      done(t.saved(saved.domain), undo);
      set({ open: String(saved.id), new: '' });
    },
  });
  const refused = save.error instanceof Failure ? save.error : undefined;
  const findProblem = (field: string): string | undefined =>
    refused?.fields.find((fault) => fault.field === field)?.message;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate({ domain: record?.domain ?? domain.trim(), ...changes });
  };
  const untouched = record !== undefined && Object.keys(changes).length === 0;
  return (
    <Panel title={record?.domain ?? t.add}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        {record === undefined && (
          <TextInput
            label={fields.domain}
            placeholder="example.com"
            value={domain}
            error={findProblem('domain')}
            onChange={({ currentTarget }) => setDomain(currentTarget.value)}
          />
        )}
        <div className={styles.fields}>
          {COMPETITOR_FIELDS.map(([field, column]) => {
            const given = {
              label: fields[column],
              value: values[field],
              error: findProblem(field),
              onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
                setEdited({ ...edited, [field]: currentTarget.value }),
            };
            return LONG.includes(field) ? (
              <Textarea key={field} className={styles.whole ?? ''} autosize minRows={2} maxRows={8} {...given} />
            ) : (
              <TextInput key={field} {...given} />
            );
          })}
        </div>
        <p className={styles.hint}>{t.clearHint}</p>
        {save.error !== null && (refused === undefined || refused.fields.length === 0) && (
          <FailureNote error={save.error} />
        )}
        <div className={styles.actions}>
          <Button type="submit" loading={save.isPending} disabled={untouched}>
            {t.save}
          </Button>
          {untouched && <span className={styles.hint}>{t.unchangedForm}</span>}
        </div>
      </form>
    </Panel>
  );
}

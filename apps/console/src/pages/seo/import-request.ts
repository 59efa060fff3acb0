import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { sendFile } from '../../api/send-file';

/** A file and how it is to be read. */
export interface ChosenFile {
  readonly file: File;
  readonly kind: Schemas['SeoImportResponse']['kind'];
  readonly keyword: string;
  readonly geo: string;
  readonly period: string;
  readonly market: string;
  readonly language: string;
}

export type SeoImport = Schemas['SeoImportResponse'];
type Accepted = Schemas['ImportAcceptedResponse'];

const POLL_MS = 700;

/** Sends a chosen file: for a look at what would happen, or for good. `sent` goes from 0 to 1. */
export function useImportRequest(
  dryRun: boolean,
  onAccepted: (importId: number, chosen: ChosenFile) => void,
): UseMutationResult<Accepted, Error, ChosenFile> & { sent: number } {
  const queries = useQueryClient();
  const [sent, setSent] = useState(0);
  const request = useMutation({
    mutationFn: (chosen: ChosenFile) => {
      setSent(0);
      const { kind, keyword, geo, period, market, language } = chosen;
      const given = Object.entries({ keyword, geo, period, market, language }).filter(
        ([, value]) => value.trim() !== '',
      );
      const query = new URLSearchParams({ kind, dry_run: String(dryRun), ...Object.fromEntries(given) });
      return sendFile<Accepted>(`/api/admin/imports?${query}`, chosen.file, setSent);
    },
    onSuccess: ({ importId }, chosen) => {
      void queries.invalidateQueries({ queryKey: ['seo', 'imports'] });
      onAccepted(importId, chosen);
    },
  });
  return { ...request, sent };
}

/** An import, asked for until it has ended; the lists are read again then. */
export function useImport(id: number): UseQueryResult<SeoImport> {
  const queries = useQueryClient();
  const result = useQuery({
    queryKey: ['seo', 'imports', id],
    queryFn: () => readData(api.GET('/api/admin/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (isOver(state.data) && !isBeingUndone(state.data) ? false : POLL_MS),
  });
  const over = isOver(result.data) && !isBeingUndone(result.data);
  const stored = over && result.data?.dryRun === false;
  useEffect(() => {
    if (over) void queries.invalidateQueries({ queryKey: ['seo', 'imports'], exact: true });
    if (!stored) return;
    for (const kind of ['keywords', 'trends', 'competitors', 'backlinks']) {
      void queries.invalidateQueries({ queryKey: ['seo', kind] });
    }
  }, [over, stored, queries]);
  return result;
}

/** Takes back what an import did. */
export function useImportUndo(id: number): UseMutationResult<Accepted, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => readData(api.POST('/api/admin/imports/{id}/undo', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['seo', 'imports'] }),
  });
}

export function isBeingUndone(shown: SeoImport | undefined): boolean {
  return shown?.undo?.state === 'queued' || shown?.undo?.state === 'running';
}

export function isOver(shown: SeoImport | undefined): boolean {
  return shown?.state === 'completed' || shown?.state === 'failed';
}

import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Failure } from '../api/failure';
import { useNotices } from './undo';

interface CancelButtonProps<Row> {
  messages: {
    readonly cancel: string;
    readonly cancelAsk: string;
    readonly cancelText: string;
    readonly cancelYes: string;
    readonly cancelNo: string;
    readonly cancelled: string;
  };
  cancel: () => Promise<Row>;
  /** Code of the failure that it has ended by itself in the meantime: then what it came to is shown. */
  ended: string;
  onCancelled: (row: Row) => void;
  onSettled: () => void;
}

/** Cancels what runs in the background, after a question. */
export function CancelButton<Row>({
  messages: t,
  cancel,
  ended,
  onCancelled,
  onSettled,
}: CancelButtonProps<Row>): ReactNode {
  const notices = useNotices();
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: cancel,
    onSuccess: (row) => {
      onCancelled(row);
      notices.done(t.cancelled);
    },
    onError: (error) => {
      if (!(error instanceof Failure && error.code === ended)) notices.failed(error);
    },
    onSettled: () => {
      setConfirming(false);
      onSettled();
    },
  });
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setConfirming(true)}>
        {t.cancel}
      </Button>
      <Modal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t.cancelAsk}
        closeButtonProps={{ 'aria-label': t.cancelNo }}
      >
        <p>{t.cancelText}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setConfirming(false)}>
            {t.cancelNo}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {t.cancelYes}
          </Button>
        </Group>
      </Modal>
    </>
  );
}

import { IsNull, Not } from 'typeorm';
import type { EntityClass, Transaction } from '#lib/database';

/** A record that a person may delete, and restore. */
interface SoftDeleted {
  id: number;
  deletedAt: Date | null;
  updatedAt: Date;
}

/** @returns whether there was such a record to delete. */
export async function softDelete(tx: Transaction, entity: EntityClass<SoftDeleted>, id: number): Promise<boolean> {
  const { affected } = await tx
    .repository<SoftDeleted>(entity)
    .update({ id, deletedAt: IsNull() }, { deletedAt: () => 'now()', updatedAt: () => 'now()' });
  return affected === 1;
}

/** @returns whether there is such a record; one that was not deleted stays as it is. */
export async function restoreDeleted(tx: Transaction, entity: EntityClass<SoftDeleted>, id: number): Promise<boolean> {
  const records = tx.repository<SoftDeleted>(entity);
  const { affected } = await records.update(
    { id, deletedAt: Not(IsNull()) },
    { deletedAt: null, updatedAt: () => 'now()' },
  );
  return affected === 1 || records.existsBy({ id });
}

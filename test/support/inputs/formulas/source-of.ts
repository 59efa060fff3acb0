interface Source<Field extends string> {
  copyField(field: Field, out: Float64Array): void;
}

/** Columns of the same length as a formula reads them. */
export function sourceOf<Field extends string>(columns: Readonly<Record<Field, Float64Array>>): Source<Field> {
  return {
    copyField(field, out) {
      const column = columns[field];
      out.set(column.subarray(column.length - out.length));
    },
  };
}

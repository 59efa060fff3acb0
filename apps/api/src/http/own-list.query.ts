import { FormatField, type ListFormat } from './list-format';
import { LimitField, OffsetField } from './fields/number-fields';

/** A page of a list of people or of the caller's own. */
export class OwnListQuery {
  @LimitField({ default: 200, max: 200 }) limit!: number;
  @OffsetField() offset!: number;
}

/** A list of the caller's own has no more. */
export const WHOLE_LIST = { limit: 10_000, offset: 0 };

/** A page of the caller's own list, or all of it as a file. */
export class OwnFileQuery extends OwnListQuery {
  @FormatField() format?: ListFormat;
}

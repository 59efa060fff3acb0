import { LimitField, OffsetField } from './fields/number-fields';

/** A page of a list of people or of the caller's own. */
export class OwnListQuery {
  @LimitField({ default: 200, max: 200 }) limit!: number;
  @OffsetField() offset!: number;
}

export { AnyBody } from './any-body';
export { AnyQuery } from './any-query';
export { Administrator, Authenticated, KeyHeader, Public } from './access/access';
export { CurrentCaller } from './access/caller';
export type { Caller } from './access/caller';
export { RawResponse } from './envelope';
export { withHeartbeat } from './event-stream';
export { EnumField, FlagField } from './fields/choice-fields';
export { ObjectField } from './fields/object-field';
export { IdField, IdListField } from './fields/id-fields';
export { CodeField, CodeListField, CodesField, DayField } from './fields/market-fields';
export { IntField, IntListField, LimitField, NumberField, OffsetField } from './fields/number-fields';
export { NamesField, TextField } from './fields/text-fields';
export { WaitsForJob } from './limits/held-open';
export { RateLimited } from './limits/rate-limited';
export { ApiEnvelope } from './openapi/api-envelope';
export { ApiEventStream } from './openapi/api-event-stream';
export { OptionalBody } from './optional-body';
export { PathCode } from './path-code';
export { PathId } from './path-id';
export { ApiCode, ApiFormerCode, ApiMarketSource, ApiWarnings, ApiYuan } from './properties/market-properties';
export {
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInstant,
  ApiInteger,
  ApiJson,
  ApiNumber,
  ApiObject,
  ApiText,
} from './properties/value-properties';
export { invalidInput, unknownNames } from './strict-validation.pipe';
export { TakesUpload } from './upload/takes-upload';
export { uploadedFile } from './upload/uploaded-file';

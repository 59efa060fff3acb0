export { UPLOAD_ENTITIES, UPLOAD_MIGRATIONS } from './persistence/upload-tables';
export { UploadsModule } from './uploads.module';
export { UploadsService, uploadTooLarge } from './uploads.service';
export type { StagedUpload } from './uploads.service';

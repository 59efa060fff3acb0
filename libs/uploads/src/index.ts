export { CreateUploads1763700000200 } from './persistence/1763700000200-create-uploads';
export { VerifyUploads1767000000510 } from './persistence/1767000000510-verify-uploads';
export { UploadsModule } from './uploads.module';
export { UploadsService, uploadTooLarge } from './uploads.service';
export type { StagedUpload } from './uploads.service';

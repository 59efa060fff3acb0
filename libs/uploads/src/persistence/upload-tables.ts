import { CreateUploads1763700000200 } from './1763700000200-create-uploads';
import { VerifyUploads1767000000510 } from './1767000000510-verify-uploads';
import { Upload } from './upload.entity';

export const UPLOAD_ENTITIES = [Upload];

export const UPLOAD_MIGRATIONS = [CreateUploads1763700000200, VerifyUploads1767000000510];

import { CreateChips1764300000000 } from './1764300000000-create-chips';

export const CHIPS_MIGRATIONS = [CreateChips1764300000000];

import { CreateOwnScreens1771000000010 } from './1771000000010-create-own-screens';
import { OwnScreenVersion } from './own-screen-version.entity';
import { OwnScreen } from './own-screen.entity';

export const SCREENS_ENTITIES = [OwnScreen, OwnScreenVersion];
export const SCREENS_MIGRATIONS = [CreateOwnScreens1771000000010];

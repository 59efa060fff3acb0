import { CreateDemoSample1770000000060 } from './1770000000060-create-demo-sample';

export const DEMO_WORK_MIGRATIONS = [CreateDemoSample1770000000060];

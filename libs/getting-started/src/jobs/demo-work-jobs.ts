import { createDemoWorkJob } from './create-demo-work.job';

export const DEMO_WORK_JOBS = [createDemoWorkJob];

export { DemoWorkModule } from './demo-work.module';
export { DemoWorkService } from './demo-work.service';
export { FirstStepsModule } from './first-steps.module';
export { FirstStepsService } from './first-steps.service';
export { CreateDemoWorkPayload, createDemoWorkJob } from './jobs/create-demo-work.job';
export type { CreateDemoWorkResult } from './jobs/create-demo-work.job';
export { DEMO_WORK_JOBS } from './jobs/demo-work-jobs';
export { DEMO_WORK_MIGRATIONS } from './persistence/demo-work-tables';
export type { FirstSteps } from './persistence/first-steps.query';

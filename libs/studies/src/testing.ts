// For tests and benches only: parts of the lib that its index does not export.
export { computeStudy } from './engine/compute-study';
export type { ComputedStudy, StudyTask } from './engine/study-task';
export { DEFAULT_COSTS } from './domain/costs';

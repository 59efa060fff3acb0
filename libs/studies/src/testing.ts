// For tests and benches only: parts of the lib that its index does not export.
export { computeStudy } from './engine/compute-study';

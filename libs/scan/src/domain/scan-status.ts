export type ScanStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

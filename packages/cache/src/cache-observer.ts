/** Events of one source, for metrics and logs. Its current state is on `Source`. */
import type { SourceFailure, SourceState } from './source-state.ts'

/** Callbacks for the watch events and failures of one source, for metrics and logs. */
export interface CacheObserver {
  /** The watch changed state. Called once when it goes live, not for every event. */
  moved?(state: SourceState): void
  /** Everything was listed again, because the watch could not resume. */
  relisted?(): void
  /** A watch ended, normally or not, and the next one resumes from its last version. */
  reconnected?(): void
  failed?(failure: SourceFailure): void
  heard?(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'): void
  /** Time from the response to an own write until the watch delivered it: the lag of the cache. */
  echoed?(lagMs: number): void
}

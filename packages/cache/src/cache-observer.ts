/** Hears what happens to one source, for metrics and logs. What is a state rather than an event, `Source` tells. */
import type { SourceFailure, SourceState } from './source-state.ts'

export interface CacheObserver {
  /** Where the watch stands now. A live one says so once, not with every event. */
  moved?(state: SourceState): void
  /** Everything was fetched anew, because too much was missed. */
  relisted?(): void
  /** A watch ended, well or not, and the next one goes on from where it was. */
  reconnected?(): void
  failed?(failure: SourceFailure): void
  heard?(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'): void
  /** How long it took from the answer to an own write until the watch showed it: the lag of the cache. */
  echoed?(lagMs: number): void
}

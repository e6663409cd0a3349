/** Hears what happens to one source, for metrics and logs. */
import type { SourceFailure } from './source-state.ts'

export interface CacheObserver {
  /** Everything was fetched anew, because too much was missed. */
  relisted?(): void
  /** A watch ended and the next one begins. */
  reconnected?(): void
  failed?(failure: SourceFailure): void
  heard?(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'): void
  /** How long it took from the answer to an own write until the watch showed it. */
  echoed?(lagMs: number): void
}

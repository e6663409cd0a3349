/** One request to an API server, described completely before anything is sent. */
import type { Operation } from '../error/operation.ts'
import type { TransportRequest } from '../transport.ts'
import type { Repeat } from './repeat.ts'

export interface Call extends Pick<TransportRequest, 'method' | 'path' | 'headers'> {
  /** The operation, for errors. */
  readonly operation: Operation
  readonly body?: string | undefined
  /** Whether it may be retried when an attempt fails. */
  readonly repeat: Repeat
  /** For a delete: if an earlier attempt may have worked, 404 counts as success. */
  readonly isDoneWhenGone?: boolean
}

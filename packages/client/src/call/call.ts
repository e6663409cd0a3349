/** One request to an API server, described completely before anything is sent. */
import type { Operation } from '../error/operation.ts'
import type { TransportRequest } from '../transport.ts'
import type { Repeat } from './repeat.ts'

export interface Call extends Pick<TransportRequest, 'method' | 'path' | 'headers'> {
  /** What it is about, for errors. */
  readonly operation: Operation
  readonly body?: string | undefined
  /** Whether it may be sent again when an attempt fails. */
  readonly repeat: Repeat
  /** For a delete: when an earlier attempt may have worked, finding nothing is success. */
  readonly isDoneWhenGone?: boolean
}

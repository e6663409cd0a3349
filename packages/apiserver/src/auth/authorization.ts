/** Whether a caller may do what it asks. */
import type { RequestInfo } from '../request/request-info.ts'
import type { User } from './user.ts'

export interface Decision {
  readonly isAllowed: boolean
  /** Why; shown to the caller when refused. */
  readonly reason: string
}

export type Authorize = (info: RequestInfo, user: User) => Promise<Decision> | Decision

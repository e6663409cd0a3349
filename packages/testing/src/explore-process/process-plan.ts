/** The faults of one run of a process. All happen at the API server, or to the process as a whole. */
import { type FailureStatus, type Moment, withoutFaults } from '../explore/plan/plan.ts'

/** A fault of one run of an operator process, and its moment. */
export type ProcessFault =
  /** The server rejects the call without effect. */
  | { readonly type: 'fail'; readonly at: Moment; readonly status: FailureStatus }
  /** The connection breaks before the server acts. */
  | { readonly type: 'unsent'; readonly at: Moment }
  /** The call takes effect, but the connection breaks before the response. */
  | { readonly type: 'lost'; readonly at: Moment }
  /** The process is killed and restarted as soon as the call has taken effect. */
  | { readonly type: 'crash'; readonly at: Moment }
  /**
   * Watches of a kind are paused from before a step until the next one. Afterwards they deliver the missed events (`told`), or expire so
   * that the process lists again (`relisted`).
   */
  | { readonly type: 'blind'; readonly kind: string; readonly step: number; readonly after: 'told' | 'relisted' }
  /** Watch events of a kind are delayed during a step. */
  | { readonly type: 'slow'; readonly kind: string; readonly step: number }
  /**
   * Watches of a kind are closed when the cluster is idle after a step. With `isExpired` they end with 410, and the history is compacted.
   */
  | { readonly type: 'cut'; readonly kind: string; readonly step: number; readonly isExpired: boolean }
  /** The user takes the next step without waiting. */
  | { readonly type: 'hurry'; readonly step: number }
  /** The process is killed and restarted when the cluster is idle after a step. */
  | { readonly type: 'restart'; readonly step: number }

/** The faults of one run of an operator process. */
export interface ProcessPlan {
  readonly faults: readonly ProcessFault[]
}

/** The plan as a sentence. */
export function formatProcessPlan({ faults }: ProcessPlan): string {
  return faults.map(formatFault).join('; ') || withoutFaults
}

function formatFault(fault: ProcessFault): string {
  switch (fault.type) {
    case 'fail':
      return `${moment(fault.at)} is answered with ${fault.status}`
    case 'unsent':
      return `${moment(fault.at)} never reaches the server`
    case 'lost':
      return `the response to ${moment(fault.at)} is lost`
    case 'crash':
      return `the process is killed after ${moment(fault.at)}`
    case 'blind':
      return `watch events of ${fault.kind} are held back from step ${fault.step} until the next one${fault.after === 'told' ? '' : ', and then dropped: the watches expire'}`
    case 'slow':
      return `watch events of ${fault.kind} in step ${fault.step} are late`
    case 'cut':
      return `the watches of ${fault.kind} ${fault.isExpired ? 'expire' : 'are cut'} after step ${fault.step}`
    case 'hurry':
      return `the user takes step ${fault.step + 1} before the cluster is idle after step ${fault.step}`
    case 'restart':
      return `the process is restarted after step ${fault.step}`
  }
}

function moment({ call, nth }: Moment): string {
  return nth === 1 ? `"${call}"` : `"${call}" (time ${nth})`
}

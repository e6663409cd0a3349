/** What goes wrong in one run of a process: all of it happens at the API server, or to the process as a whole. */
import { type FailureStatus, type Moment, withoutFaults } from '../explore/plan.ts'

export type ProcessFault =
  /** The server refuses the call, and does nothing. */
  | { readonly type: 'fail'; readonly at: Moment; readonly status: FailureStatus }
  /** The connection breaks before the server does anything. */
  | { readonly type: 'unsent'; readonly at: Moment }
  /** The server does as it is told, and the connection breaks instead of an answer. */
  | { readonly type: 'lost'; readonly at: Moment }
  /** The process is killed as soon as the server has done what it asked for, and started anew. */
  | { readonly type: 'crash'; readonly at: Moment }
  /** Watches of a kind tell nothing from before a step until the next one is taken; then what was missed, or only what is left. */
  | { readonly type: 'blind'; readonly kind: string; readonly step: number; readonly after: 'told' | 'relisted' }
  /** What watches of a kind tell in a step comes late. */
  | { readonly type: 'slow'; readonly kind: string; readonly step: number }
  /** Watches of a kind are cut when all is quiet after a step; with `isExpired` they are told 410, and the past is forgotten. */
  | { readonly type: 'cut'; readonly kind: string; readonly step: number; readonly isExpired: boolean }
  /** The user takes the next step without waiting. */
  | { readonly type: 'hurry'; readonly step: number }
  /** The process is killed and started anew when all is quiet after a step. */
  | { readonly type: 'restart'; readonly step: number }

export interface ProcessPlan {
  readonly faults: readonly ProcessFault[]
}

/** A sentence for people. */
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
      return `the answer to ${moment(fault.at)} is lost`
    case 'crash':
      return `the process is killed after ${moment(fault.at)}`
    case 'blind':
      return `nothing is told of ${fault.kind} from step ${fault.step} until the next one${fault.after === 'told' ? '' : ', and then only what is left'}`
    case 'slow':
      return `what is told of ${fault.kind} in step ${fault.step} comes late`
    case 'cut':
      return `the watches of ${fault.kind} ${fault.isExpired ? 'expire' : 'are cut'} after step ${fault.step}`
    case 'hurry':
      return `the user does not wait after step ${fault.step}`
    case 'restart':
      return `the process is restarted after step ${fault.step}`
  }
}

function moment({ call, nth }: Moment): string {
  return nth === 1 ? `"${call}"` : `"${call}" (time ${nth})`
}

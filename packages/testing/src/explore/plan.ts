/** What goes wrong in one run, and when: data that can be kept in a file and played again. */

import type { JsonValue } from '@kubewright/core'
import type { ValueSort } from './schema-values.ts'

/** One call of the operator, counted among those of the same name: the second `apply deployments.apps default/blog`. */
export interface Moment {
  readonly call: string
  readonly nth: number
}

/** An event of a kind as the operator is told of it, counted from 1 after the operator's first start. */
export interface EventMoment {
  /** `deployments.apps` */
  readonly kind: string
  readonly nth: number
}

/**
 * The server says no: for a while, or for good, which nobody can tell from the answer. 400 is a webhook's, 403 that of a role or a
 * quota, 422 that of a policy; with 404 it does not serve the kind yet. That an object is not there is never said of one that is.
 */
export type RefusalStatus = 400 | 403 | 404 | 422

export type FailureStatus = RefusalStatus | 409 | 429 | 500 | 503 | 504

/** What an outage hits: one call, by its name; every call for a kind; every call to a thing outside; or the link to another cluster. */
export type OutageOf =
  | { readonly call: string }
  | { readonly kind: string }
  | { readonly thing: string }
  | { readonly link: string }

/**
 * How calls fail in an outage. With `timeout` they do not arrive, and the caller hears nothing for a while. On a link that is one-way:
 * watches go on. `cut` breaks them too, with `lost` writes take effect and their answers are lost, and with `slow` answers take seconds.
 */
export type OutageAnswer = 409 | 429 | 500 | 503 | 504 | 'timeout' | LinkFault

/** What can be wrong with the link to another cluster, beside calls that do not arrive. */
export type LinkFault = 'cut' | 'lost' | 'slow'

export type PlannedFault =
  /** The server refuses the call, and does nothing. */
  | { readonly type: 'fail'; readonly at: Moment; readonly status: FailureStatus }
  /** The connection breaks before the server hears of the call; the caller cannot know. */
  | { readonly type: 'unsent'; readonly at: Moment }
  /** The server does as it is told, and the answer is lost. */
  | { readonly type: 'lost'; readonly at: Moment }
  /** The operator's process ends just before the call, or just after it, and starts anew. */
  | { readonly type: 'crash'; readonly at: Moment; readonly when: 'before' | 'after' }
  /**
   * The process stands still before the call while another one takes over and does its work; then the call arrives: when all is
   * quiet, or after the user's next step.
   */
  | { readonly type: 'overlap'; readonly at: Moment; readonly until: 'rest' | 'step' }
  /**
   * The lease passes to another instance while the call is under way; the one that made it is told, and may not write any more.
   * The other one starts then, from a list; or it has stood by since the beginning, and knows what it was told.
   */
  | { readonly type: 'handover'; readonly at: Moment; readonly to?: 'standby' }
  /**
   * The operator's view of a kind stands still from this event on: until nothing else moves, or until the user has taken the
   * next step. Then it hears what it missed, or only what is left of it, as after a watch that has expired.
   */
  | {
      readonly type: 'hold'
      readonly from: EventMoment
      readonly until: 'rest' | 'step'
      readonly after: 'told' | 'relisted'
    }
  /** The watch expires after this event: everything is listed, and told, again. */
  | { readonly type: 'expire'; readonly from: EventMoment }
  /**
   * Calls fail again and again from this step of the user on, until the next one, or for as many steps as `steps` says. None of
   * them has an effect.
   */
  | {
      readonly type: 'outage'
      readonly of: OutageOf
      readonly step: number
      readonly steps?: number
      readonly answer: OutageAnswer
    }
  /** The user takes the next step without waiting for the operator. Steps count from 1. */
  | { readonly type: 'hurry'; readonly step: number }
  /** The operator is started anew when all is quiet after a step; 0 is before the first. */
  | { readonly type: 'restart'; readonly step: number }

/** In which order things happen that could happen in any. */
export type Schedule =
  /** As they come. */
  | { readonly type: 'in-order' }
  /** Drawn by chance. */
  | { readonly type: 'random'; readonly seed: string }
  /** By priorities drawn by chance, with few changes of them: rare orders are found with known likelihood. */
  | { readonly type: 'pct'; readonly seed: string; readonly changes: number }
  /** As they come, but for these. */
  | { readonly type: 'picked'; readonly picks: readonly Pick[] }

/** After so many steps this one is taken, before those that came earlier. */
export interface Pick {
  readonly at: number
  /** `operator 1 hears of secrets`; `time passes` */
  readonly take: string
}

/** What the user declares in place of the scenario. Steps are those of the run without faults. */
export type Declared =
  /** At once, what was there after a step. */
  | { readonly type: 'at-once'; readonly step: number }
  /** What was there after a step, then after a later one, and the first again. */
  | { readonly type: 'back'; readonly from: number; readonly to: number }
  /** Another value of a field, after what was there after a step; if it is not refused, it is taken back. */
  | {
      readonly type: 'value'
      readonly step: number
      /** `Website default/blog` */
      readonly object: string
      readonly path: readonly string[]
      /** Whether the schema allows it. */
      readonly sort: ValueSort
      /** Without one the field is left out. */
      readonly value?: JsonValue
    }

export interface Plan {
  readonly schedule: Schedule
  readonly faults: readonly PlannedFault[]
  /** @default the scenario */
  readonly declares?: Declared
}

export const noFaults: Plan = { schedule: { type: 'in-order' }, faults: [] }

export function planOf(...faults: readonly PlannedFault[]): Plan {
  return { ...noFaults, faults }
}

/** A sentence for people. */
export function formatFault(fault: PlannedFault): string {
  switch (fault.type) {
    case 'fail':
      return `${moment(fault.at)} fails with ${fault.status}`
    case 'unsent':
      return `${moment(fault.at)} never reaches the server`
    case 'lost':
      return `the answer to ${moment(fault.at)} is lost`
    case 'crash':
      return `the operator crashes ${fault.when} ${moment(fault.at)}`
    case 'overlap':
      return `another instance takes over before ${moment(fault.at)} arrives${fault.until === 'rest' ? '' : ', which is after the next step'}`
    case 'handover':
      return `${fault.to === undefined ? 'another instance' : 'an instance that stood by'} gets the lease while ${moment(fault.at)} is under way`
    case 'hold': {
      const until = fault.until === 'rest' ? 'until nothing else moves' : 'until the user has taken the next step'
      return `from ${event(fault.from)} on the operator is not told, ${until}${fault.after === 'told' ? '' : ', and then sees only what is left'}`
    }
    case 'expire':
      return `the watch expires after ${event(fault.from)}`
    case 'outage':
      return `from step ${fault.step} until ${fault.steps === undefined ? 'the next one' : `step ${fault.step + fault.steps}`} ${formatOutage(fault)}`
    case 'hurry':
      return `the user does not wait after step ${fault.step}`
    case 'restart':
      return fault.step === 0 ? 'the operator is restarted first' : `the operator is restarted after step ${fault.step}`
  }
}

/** `every call of dns fails with 500` */
export function formatOutage({ of, answer }: Extract<PlannedFault, { type: 'outage' }>): string {
  if ('link' in of) return formatLink(of.link, answer)
  const what = 'call' in of ? `"${of.call}"` : `every call of ${'kind' in of ? of.kind : of.thing}`
  return `${what} ${answer === 'timeout' ? 'times out' : `fails with ${answer}`}`
}

function formatLink(cluster: string, answer: OutageAnswer): string {
  switch (answer) {
    case 'cut':
      return `the link to ${cluster} is cut`
    case 'timeout':
      return `the link to ${cluster} is one-way: calls do not arrive, and watches go on`
    case 'lost':
      return `the link to ${cluster} loses answers to writes`
    case 'slow':
      return `the link to ${cluster} is slow`
    default:
      return `every call to ${cluster} fails with ${answer}`
  }
}

/** What a plan says in which nothing goes wrong. */
export const withoutFaults = 'nothing, this run has no faults'

export function formatPlan({ schedule, faults, declares }: Plan): string {
  const declared = declares === undefined ? [] : [formatDeclared(declares)]
  return [...declared, ...faults.map(formatFault), ...formatOrder(schedule)].join('; ') || withoutFaults
}

function formatDeclared(declared: Declared): string {
  switch (declared.type) {
    case 'at-once':
      return `the user declares at once what is there after step ${declared.step}`
    case 'back':
      return `the user goes from step ${declared.to} to step ${declared.from}, and back`
    case 'value': {
      const { object, path, sort, value } = declared
      const text = JSON.stringify(value)
      const what = text === undefined ? 'is left out' : `is ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`
      return `${path.join('.')} of ${object} ${what} (${sort})`
    }
  }
}

function formatOrder(schedule: Schedule): readonly string[] {
  switch (schedule.type) {
    case 'in-order':
      return []
    case 'picked':
      return schedule.picks.map(({ at, take }) => `"${take}" comes first after ${at} steps`)
    default:
      return [`${schedule.type} order (seed ${schedule.seed})`]
  }
}

function moment({ call, nth }: Moment): string {
  return nth === 1 ? `"${call}"` : `"${call}" (time ${nth})`
}

function event({ kind, nth }: EventMoment): string {
  return `event ${nth} of ${kind}`
}

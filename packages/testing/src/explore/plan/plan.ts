/** The faults of one run and their moments: data that can be stored in a file and replayed. */

import type { JsonValue } from '@kubewright/core/json'

/** A call of the operator, counted among calls with the same label: the second `apply deployments.apps default/blog`. */
export interface Moment {
  readonly call: string
  readonly nth: number
}

/** An event of a kind as delivered to the operator, counted from 1 after its first start. */
export interface EventMoment {
  /** `deployments.apps` */
  readonly kind: string
  readonly nth: number
}

/**
 * The server rejects the call, temporarily or permanently: the response does not say which. 400 comes from a webhook, 403 from RBAC or a
 * quota, 422 from a policy; 404 means that the kind is not served yet. A 404 for an existing object is never injected.
 */
export type RefusalStatus = 400 | 403 | 404 | 422

/** The HTTP statuses with which a planned fault may answer. */
export type FailureStatus = RefusalStatus | 409 | 429 | 500 | 503 | 504

/**
 * The scope of an outage: one call by its label, every call for a kind, every call to an external service, or the link to another cluster.
 */
export type OutageOf =
  | { readonly call: string }
  | { readonly kind: string }
  | { readonly thing: string }
  | { readonly link: string }

/**
 * How calls fail in an outage. With `timeout` they do not arrive, and the caller waits for a response; on a link this means one-way:
 * watches stay open. `cut` also breaks watches. With `lost` writes take effect but their responses are lost, and with `slow` responses take
 * seconds.
 */
export type OutageAnswer = 409 | 429 | 500 | 503 | 504 | 'timeout' | LinkFault

/** Faults of the link to another cluster, other than calls that do not arrive. */
export type LinkFault = 'cut' | 'lost' | 'slow'

/** A fault of one run and its moment. */
export type PlannedFault =
  /** The server rejects the call without effect. */
  | { readonly type: 'fail'; readonly at: Moment; readonly status: FailureStatus }
  /** The connection breaks before the call reaches the server; the caller cannot know. */
  | { readonly type: 'unsent'; readonly at: Moment }
  /** The call takes effect, and its response is lost. */
  | { readonly type: 'lost'; readonly at: Moment }
  /** The operator's process crashes just before or just after the call, and restarts. */
  | { readonly type: 'crash'; readonly at: Moment; readonly when: 'before' | 'after' }
  /**
   * The process is paused before the call while another instance takes over and does its work. Then the call arrives: when the cluster is
   * idle, or after the user's next step.
   */
  | { readonly type: 'overlap'; readonly at: Moment; readonly until: 'rest' | 'step' }
  /**
   * The lease passes to another instance while the call is in flight; the old holder is notified, and may not write any more. The new
   * holder starts then, from a list; or it is a standby with its cache filled by watches since the start.
   */
  | { readonly type: 'handover'; readonly at: Moment; readonly to?: 'standby' }
  /**
   * The operator's view of a kind is stale from this event on: until nothing else moves, or until the user has taken the next step. Then
   * the missed events are delivered, or only the remaining state, as after an expired watch.
   */
  | {
      readonly type: 'hold'
      readonly from: EventMoment
      readonly until: 'rest' | 'step'
      readonly after: 'told' | 'relisted'
    }
  /** The watch expires after this event: the operator lists everything again. */
  | { readonly type: 'expire'; readonly from: EventMoment }
  /**
   * Calls fail repeatedly from this step of the user until the next one, or for `steps` steps. They have no effect, except with `lost` and
   * `slow`.
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
  /** The operator is restarted when the cluster is idle after a step; 0 is before the first. */
  | { readonly type: 'restart'; readonly step: number }

/** The order of concurrent actions. */
export type Schedule =
  /** In order of arrival. */
  | { readonly type: 'in-order' }
  /** Random. */
  | { readonly type: 'random'; readonly seed: string }
  /** By random priorities with few changes: rare orders are found with a known probability. */
  | { readonly type: 'pct'; readonly seed: string; readonly changes: number }
  /** In order of arrival, except for these picks. */
  | { readonly type: 'picked'; readonly picks: readonly PickedAction[] }

/** After this many scheduler actions, the given action is taken before earlier ones. */
export interface PickedAction {
  readonly at: number
  /** `operator 1 hears of secrets`, which delivers watch events; `time passes` */
  readonly take: string
}

/** The schema rejects `wrong` values, and allows the others. */
export type ValueSort = 'valid' | 'boundary' | 'wrong'

/** The user's declarations in place of the scenario. Steps are those of the run without faults. */
export type Declared =
  /** Declares the objects of a step at once. */
  | { readonly type: 'at-once'; readonly step: number }
  /** Declares the objects of a step, then those of a later one, and the first again. */
  | { readonly type: 'back'; readonly from: number; readonly to: number }
  /** Declares the objects of a step, then another value of a field; unless it is rejected, it is reverted. */
  | {
      readonly type: 'value'
      readonly step: number
      /** `Website default/blog` */
      readonly object: string
      readonly path: readonly string[]
      /** Whether the schema allows it. */
      readonly sort: ValueSort
      /** Without a value the field is left out. */
      readonly value?: JsonValue
    }

/** The schedule, faults and declarations of one run, which reproduce it with the same seed. */
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

/** The fault as a sentence. */
export function formatFault(fault: PlannedFault): string {
  switch (fault.type) {
    case 'fail':
      return `${moment(fault.at)} fails with ${fault.status}`
    case 'unsent':
      return `${moment(fault.at)} never reaches the server`
    case 'lost':
      return `the response to ${moment(fault.at)} is lost`
    case 'crash':
      return `the operator crashes ${fault.when} ${moment(fault.at)}`
    case 'overlap':
      return `the operator is suspended before ${moment(fault.at)}, and another instance takes over; the call arrives ${fault.until === 'rest' ? 'once the cluster is idle' : 'after the next step of the user'}`
    case 'handover':
      return `${fault.to === undefined ? 'another instance' : 'the standby'} gets the lease while ${moment(fault.at)} is in flight`
    case 'hold': {
      const until = fault.until === 'rest' ? 'until the cluster is idle' : 'until the next step of the user'
      return `watch events from ${event(fault.from)} on are held back ${until}${fault.after === 'told' ? '' : ', and then dropped: the operator lists again'}`
    }
    case 'expire':
      return `the watch expires after ${event(fault.from)}`
    case 'outage':
      return `from step ${fault.step} until ${fault.steps === undefined ? 'the next one' : `step ${fault.step + fault.steps}`} ${formatOutage(fault)}`
    case 'hurry':
      return `the user takes step ${fault.step + 1} before the cluster is idle after step ${fault.step}`
    case 'restart':
      return fault.step === 0
        ? 'the operator is restarted before step 1'
        : `the operator is restarted after step ${fault.step}`
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
      return `the link to ${cluster} is one-way: requests do not arrive, and watches continue`
    case 'lost':
      return `the link to ${cluster} loses the responses to writes`
    case 'slow':
      return `the link to ${cluster} is slow`
    default:
      return `every call to ${cluster} fails with ${answer}`
  }
}

/** The text of a plan without faults. */
export const withoutFaults = 'no faults, default order'

/** The plan as one line of text: its declarations, faults and order. */
export function formatPlan({ schedule, faults, declares }: Plan): string {
  const declared = declares === undefined ? [] : [formatDeclared(declares)]
  return [...declared, ...faults.map(formatFault), ...formatOrder(schedule)].join('; ') || withoutFaults
}

function formatDeclared(declared: Declared): string {
  switch (declared.type) {
    case 'at-once':
      return `the user declares the objects of step ${declared.step} at once`
    case 'back':
      return `the user changes the declarations of step ${declared.to} to those of step ${declared.from}, and back`
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
      return schedule.picks.map(formatPick)
    case 'random':
      return [`random order (seed ${schedule.seed})`]
    case 'pct':
      return [`random-priority order (PCT, seed ${schedule.seed})`]
  }
}

function formatPick({ at, take }: PickedAction): string {
  const action = take.replace(/ hears of (?=\S+(?: \(\d+\))?$)/, ' receives watch events of ')
  return `after ${at} ${at === 1 ? 'action' : 'actions'}, "${action}" is taken first`
}

function moment({ call, nth }: Moment): string {
  return nth === 1 ? `"${call}"` : `"${call}" (time ${nth})`
}

function event({ kind, nth }: EventMoment): string {
  return `event ${nth} of ${kind}`
}

/** Jobs, and the CronJobs that create them. */
import type { CronJob, Job, JobSpec } from '@kubewright/kubernetes/batch/v1'
import { nameProblems } from '@kubewright/core/object'
import type { Draft } from '../../object/draft.ts'
import { invalid, required } from '../../status/field-error.ts'
import { labelsOf, matcherOf, selectorProblems } from '../../validation/label-selector.ts'
import { isBlank, nonNegative, oneOf, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { fillTemplate } from '../pod/pod-defaults.ts'
import { podSpecWarnings } from '../pod/pod-warnings.ts'
import { ageOf, conditionIsTrue, containerCells, none, selectorCell } from '../table/cells.ts'
import { humanAge, humanDuration } from '../table/human-duration.ts'
import { scheduleProblem } from './cron-schedule.ts'
import { hostnameProblems, jobSpecProblems, templateSelectorProblems } from './job-checks.ts'
import { jobStatusProblems } from './job-status-checks.ts'

const as = unvalidated<Job>
const asCron = unvalidated<CronJob>
type AnySpec = Unvalidated<JobSpec>

const nameLabels = ['job-name', 'batch.kubernetes.io/job-name']
const ownerLabels = ['controller-uid', 'batch.kubernetes.io/controller-uid']

export const job: KindBehavior = {
  dependentsWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  fill(object) {
    const spec = (as(object).spec ??= {})
    fillTemplate((spec.template ??= {}))
    fillPolicy(spec)
    if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1
    spec.parallelism ??= 1
    spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : 2 ** 31 - 1
    spec.completionMode ??= 'NonIndexed'
    spec.suspend ??= false
    spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'
    spec.manualSelector ??= false
  },
  prepareForCreate: generateSelector,
  finish: shareLabels,
  validate: problems,
  *validateUpdate(object, old) {
    const [now, before] = [as(object).spec ?? {}, as(old).spec ?? {}]
    yield* problems(object)
    yield* completionsProblems(now, before)
    yield* unchanged(now.selector, before.selector, 'spec.selector')
    if (!isTemplateOpen(before, as(old))) yield* unchanged(now.template, before.template, 'spec.template')
    for (const field of fixed) yield* unchanged(now[field], before[field], `spec.${field}`)
  },
  status: { validateUpdate: (object, old) => jobStatusProblems(as(object), as(old)) },
  warnings(object, old) {
    const text =
      'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended'
    const unfit = old === undefined ? nameProblems('dns1123Label', object.metadata.name ?? '') : []
    const about = podSpecWarnings(as(object).spec?.template?.spec ?? {}, 'spec.template.spec')
    return [...(unfit.length > 0 ? [`${text}: [${unfit.join(' ')}]`] : []), ...about]
  },
  selectableFields: { 'status.successful': (object) => String(as(object).status?.succeeded ?? 0) },
  unknownFieldLabel: (field) => `field label ${JSON.stringify(field)} not supported for Job`,
  cells(object, nowMs) {
    const { spec = {} } = as(object)
    return [
      object.metadata.name,
      stateOf(object),
      completionsCell(as(object)),
      durationCell(as(object), nowMs),
      ageOf(object, nowMs),
      ...containerCells(spec.template?.spec?.containers),
      selectorCell(spec.selector),
    ]
  },
}

const fixed = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const

function fillPolicy({ podFailurePolicy }: AnySpec): void {
  for (const { onPodConditions } of podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions ?? []) pattern.status ||= 'True'
  }
}

/** A job without labels gets those of its pods, including the generated ones. */
function shareLabels(object: Draft): void {
  const labels = labelsOf(as(object).spec?.template?.metadata?.labels)
  if (Object.keys(labels).length > 0 && Object.keys(object.metadata.labels ?? {}).length === 0) {
    object.metadata.labels = { ...labels }
  }
}

/** Generates a selector with labels that are unique to the job. */
function generateSelector(object: Draft): void {
  const { spec = {} } = as(object)
  if (spec.manualSelector === true) return
  const { name = '', uid = '' } = object.metadata
  const metadata = ((spec.template ??= {}).metadata ??= {})
  const labels = (metadata.labels ??= {})
  for (const label of nameLabels) labels[label] ??= name
  for (const label of ownerLabels) labels[label] ??= uid
  const matchLabels = ((spec.selector ??= {}).matchLabels ??= {})
  matchLabels['batch.kubernetes.io/controller-uid'] ??= uid
}

function* problems(object: Draft): Problems {
  const { spec = {} } = as(object)
  yield* generatedProblems(object, spec)
  yield* specProblems(spec)
  yield* hostnameProblems(object.metadata.name ?? '', spec)
}

function* generatedProblems({ metadata }: Draft, spec: AnySpec): Problems {
  if (spec.manualSelector === true || spec.selector === undefined) return
  const { name = '', uid = '' } = metadata
  const expected = Object.fromEntries([
    ...ownerLabels.map((label) => [label, uid]),
    ...nameLabels.map((label) => [label, name]),
  ]) as Record<string, string>
  const labels = labelsOf(spec.template?.metadata?.labels)
  for (const label of [
    'controller-uid',
    'job-name',
    'batch.kubernetes.io/controller-uid',
    'batch.kubernetes.io/job-name',
  ]) {
    if (labels[label] !== expected[label]) {
      const problem = `must be '${expected[label]}'`
      yield invalid(`spec.template.metadata.labels`, labels, problem)
    }
  }
  if (matcherOf(spec.selector)?.(expected) === false) {
    yield invalid('spec.selector', spec.selector, '`selector` not auto-generated')
  }
}

function* specProblems(spec: AnySpec): Problems {
  yield* jobSpecProblems(spec, 'spec')
  if (spec.selector === undefined) yield required('spec.selector')
  else yield* selectorProblems(spec.selector, 'spec.selector')
  const labels = spec.template?.metadata?.labels
  if (matcherOf(spec.selector)?.(labelsOf(labels)) === false) {
    const problem = '`selector` does not match template `labels`'
    yield invalid('spec.template.metadata.labels', labels ?? null, problem)
  }
}

function* completionsProblems(now: AnySpec, before: AnySpec): Problems {
  if (now.completionMode !== 'Indexed') return yield* unchanged(now.completions, before.completions, 'spec.completions')
  if (now.completions === before.completions || now.completions === undefined) return
  if (now.completions !== now.parallelism) {
    yield invalid('spec.completions', now.completions, 'can only be modified in tandem with spec.parallelism')
  }
}

/** The template of a suspended job that has never started is still mutable. */
function isTemplateOpen({ suspend }: AnySpec, { status }: Unvalidated<Job>): boolean {
  return suspend === true && status?.startTime === undefined
}

function stateOf(object: Draft): string {
  const { conditions } = as(object).status ?? {}
  const firstOf = (types: readonly string[]) => types.find((type) => conditionIsTrue(conditions, type))
  const ended = firstOf(['Complete', 'Failed'])
  if (ended !== undefined) return ended
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating'
  return firstOf(['Suspended', 'FailureTarget', 'SuccessCriteriaMet']) ?? 'Running'
}

function completionsCell({ spec = {}, status = {} }: Unvalidated<Job>): string {
  const done = status.succeeded ?? 0
  if (spec.completions !== undefined) return `${done}/${spec.completions}`
  return (spec.parallelism ?? 0) > 1 ? `${done}/1 of ${spec.parallelism}` : `${done}/1`
}

function durationCell({ status = {} }: Unvalidated<Job>, nowMs: number): string {
  if (status.startTime === undefined) return ''
  const end = status.completionTime === undefined ? nowMs : Date.parse(status.completionTime)
  return humanDuration(end - Date.parse(status.startTime))
}

export const cronJob: KindBehavior = {
  fill(object) {
    const spec = (asCron(object).spec ??= {})
    const template = ((spec.jobTemplate ??= {}).spec ??= {})
    fillTemplate((template.template ??= {}))
    fillPolicy(template)
    spec.concurrencyPolicy ||= 'Allow'
    spec.suspend ??= false
    spec.successfulJobsHistoryLimit ??= 3
    spec.failedJobsHistoryLimit ??= 1
  },
  *validate(object) {
    yield* cronProblems(object)
    const { name = '' } = object.metadata
    if (name.length > 52) yield invalid('metadata.name', name, 'must be no more than 52 characters')
  },
  validateUpdate: cronProblems,
  warnings(object, old) {
    const unfit = old === undefined ? nameProblems('dns1123Label', object.metadata.name ?? '') : []
    const text =
      'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended'
    const template = asCron(object).spec?.jobTemplate?.spec?.template?.spec ?? {}
    const about = podSpecWarnings(template, 'spec.jobTemplate.spec.template.spec')
    return [...(unfit.length > 0 ? [`${text}: [${unfit.join(' ')}]`] : []), ...about]
  },
  cells(object, nowMs) {
    const { spec = {}, status = {} } = asCron(object)
    const template = spec.jobTemplate?.spec
    return [
      object.metadata.name,
      spec.schedule ?? '',
      spec.timeZone ?? none,
      spec.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False',
      (status.active ?? []).length,
      status.lastScheduleTime === undefined ? none : humanAge(status.lastScheduleTime, nowMs),
      ageOf(object, nowMs),
      ...containerCells(template?.template?.spec?.containers),
      selectorCell(template?.selector),
    ]
  },
}

function* cronProblems(object: Draft): Problems {
  const { spec = {} } = asCron(object)
  const { schedule, timeZone, jobTemplate } = spec
  if (isBlank(schedule)) yield required('spec.schedule')
  else yield* scheduleProblems(schedule)
  yield* nonNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds')
  if (timeZone !== undefined) yield* zoneProblems(timeZone)
  yield* oneOf(spec.concurrencyPolicy, 'spec.concurrencyPolicy', ['Allow', 'Forbid', 'Replace'])
  yield* jobSpecProblems(jobTemplate?.spec ?? {}, 'spec.jobTemplate.spec')
  yield* templateSelectorProblems(jobTemplate?.spec ?? {}, 'spec.jobTemplate.spec')
  yield* nonNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit')
  yield* nonNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit')
}

function* scheduleProblems(schedule: string): Problems {
  const problem = scheduleProblem(schedule)
  if (problem !== undefined) yield invalid('spec.schedule', schedule, problem)
  if (schedule.includes('TZ')) {
    yield invalid('spec.schedule', schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')
  }
}

function* zoneProblems(zone: string): Problems {
  const path = 'spec.timeZone'
  if (zone === '') return yield invalid(path, zone, 'timeZone must be nil or non-empty string')
  if (zone.split('/').some((part) => !/^(?!\.{1,2}$)(?!-)[-A-Za-z._0-9+]{1,14}$/.test(part))) {
    return yield invalid(path, zone, `unknown time zone ${zone}`)
  }
  if (zone.toLowerCase() === 'local') {
    const problem = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
    yield invalid(path, zone, problem)
  } else if (!isTimeZone(zone)) yield invalid(path, zone, `unknown time zone ${zone}`)
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

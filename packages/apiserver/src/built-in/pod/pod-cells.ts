/** The table cells of a pod. The status column shows the most significant container state. */
import type { ContainerStatus, Pod, PodTemplate } from '@kubewright/kubernetes/core/v1'
import type { Draft } from '../../object/draft.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, conditionIsTrue, containerCells, labelsCell, none } from '../table/cells.ts'
import { humanAge } from '../table/human-duration.ts'

type AnyPod = Unvalidated<Pod>
type AnyStatus = Unvalidated<ContainerStatus>

export function podCells(object: Draft, nowMs: number): readonly unknown[] {
  const pod = unvalidated<Pod>(object)
  const { spec = {}, status = {} } = pod
  const story = storyOf(pod)
  const total = (spec.containers ?? []).length + (spec.initContainers ?? []).filter(isSidecar).length
  return [
    object.metadata.name,
    `${story.ready}/${total}`,
    story.reason,
    restartCell(story, nowMs),
    ageOf(object, nowMs),
    status.podIPs?.[0]?.ip || none,
    spec.nodeName || none,
    status.nominatedNodeName || none,
    gateCell(pod),
  ]
}

export function podTemplateCells(object: Draft): readonly unknown[] {
  const { template } = unvalidated<PodTemplate>(object)
  const [names, images] = containerCells(template?.spec?.containers)
  return [object.metadata.name, names, images, labelsCell(template?.metadata?.labels)]
}

/** The summary of the container statuses, accumulated in order. */
interface Story {
  reason: string
  ready: number
  restarts: number
  lastRestart: string
}

const isSidecar = ({ restartPolicy }: { restartPolicy?: string | undefined }) => restartPolicy === 'Always'

function storyOf(pod: AnyPod): Story {
  const { status = {} } = pod
  const isGated = status.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated')
  const story: Story = {
    reason: isGated ? 'SchedulingGated' : status.reason || status.phase || '',
    ready: 0,
    restarts: 0,
    lastRestart: '',
  }
  const isStarting = tellStart(pod, story)
  if (!isStarting || conditionIsTrue(status.conditions, 'Initialized')) tellRun(pod, story)
  tellEnd(pod, story)
  return story
}

/** Summarizes the init containers. Returns true while one of them blocks the pod. */
function tellStart({ spec = {}, status = {} }: AnyPod, story: Story): boolean {
  const before = spec.initContainers ?? []
  for (const [at, container] of (status.initContainerStatuses ?? []).entries()) {
    const sidecar = before.find(({ name }) => name === container.name)
    countRestarts(container, story)
    if (container.state?.terminated !== undefined && (container.state.terminated.exitCode ?? 0) === 0) continue
    if (sidecar !== undefined && isSidecar(sidecar) && container.started === true) {
      if (container.ready === true) story.ready++
      continue
    }
    story.reason = startReason(container, `Init:${at}/${before.length}`)
    return true
  }
  return false
}

function startReason({ state = {} }: AnyStatus, otherwise: string): string {
  if (state.terminated !== undefined) return `Init:${endReason(state.terminated)}`
  const waiting = state.waiting?.reason ?? ''
  return waiting !== '' && waiting !== 'PodInitializing' ? `Init:${waiting}` : otherwise
}

function endReason({ reason, signal, exitCode }: NonNullable<NonNullable<AnyStatus['state']>['terminated']>): string {
  if (reason) return reason
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`
}

function countRestarts({ restartCount = 0, lastState }: AnyStatus, story: Story): void {
  story.restarts += restartCount
  const ended = lastState?.terminated?.finishedAt ?? ''
  if (ended > story.lastRestart) story.lastRestart = ended
}

function tellRun({ spec = {}, status = {} }: AnyPod, story: Story): void {
  const sidecars = new Set((spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name))
  story.restarts = 0
  story.lastRestart = ''
  for (const one of status.initContainerStatuses ?? []) if (sidecars.has(one.name)) countRestarts(one, story)
  const run = { hasRunning: false, failure: '' }
  for (const container of (status.containerStatuses ?? []).toReversed()) {
    countRestarts(container, story)
    tellContainer(container, story, run)
  }
  if (story.reason !== 'Completed') return
  if (run.hasRunning && conditionIsTrue(status.conditions, 'Ready')) story.reason = 'Running'
  else if (run.failure !== '') story.reason = run.failure
  else if (run.hasRunning) story.reason = 'NotReady'
}

function tellContainer(
  { state = {}, ready }: AnyStatus,
  story: Story,
  run: { hasRunning: boolean; failure: string },
): void {
  if (state.waiting?.reason) story.reason = state.waiting.reason
  else if (state.terminated !== undefined) {
    story.reason = endReason(state.terminated)
    if ((state.terminated.exitCode ?? 0) !== 0) run.failure = story.reason
  } else if (ready === true && state.running !== undefined) {
    run.hasRunning = true
    story.ready++
  }
}

function tellEnd({ metadata = {}, status = {} }: AnyPod, story: Story): void {
  if (metadata.deletionTimestamp === undefined) return
  if (status.reason === 'NodeLost') story.reason = 'Unknown'
  else if (status.phase !== 'Succeeded' && status.phase !== 'Failed') story.reason = 'Terminating'
}

function restartCell({ restarts, lastRestart }: Story, nowMs: number): string {
  return restarts !== 0 && lastRestart !== '' ? `${restarts} (${humanAge(lastRestart, nowMs)} ago)` : String(restarts)
}

function gateCell({ spec = {}, status = {} }: AnyPod): string {
  const gates = spec.readinessGates ?? []
  if (gates.length === 0) return none
  const open = gates.filter(({ conditionType = '' }) => conditionIsTrue(status.conditions, conditionType))
  return `${open.length}/${gates.length}`
}

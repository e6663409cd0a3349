/** The status of a stack, and events about changes. Pure except for the recorder. */
import type { EventRecorder } from '@kubewright/controller'
import { getOwn } from '@kubewright/core/json'
import type { PreservedStatus, StackStatus } from '../status.ts'
import type { UpgradeDecision } from '../upgrade/upgrade-machine.ts'
import type { DeploymentPlan, SeenComponent } from './deployment-plan.ts'

/** The inputs of a report. */
export interface ReportInput {
  readonly before: StackStatus
  readonly plan: DeploymentPlan
  readonly seen: Readonly<Record<string, SeenComponent>>
  readonly preserved: Readonly<Record<string, PreservedStatus>>
  readonly decision: UpgradeDecision | undefined
  /** The protocol as text, if the stack defines its own. */
  readonly protocol?: string | undefined
}

/** The status after a reconcile that follows `plan`. */
export function stackReport({ before, plan, seen, preserved, decision, protocol }: ReportInput): StackStatus {
  const { next, actions, components } = plan
  const operations = [...actions.map(({ operation }) => operation), ...next.underway]
  const step = [...new Set([...operations, ...upgradeStep(decision)])].join(', ')
  return {
    phase: phaseOf(before, plan, seen, decision),
    plan: [...next.plan],
    ...(step !== '' && { step }),
    ...(next.problem !== undefined && { step: next.problem }),
    ...(protocol !== undefined && { protocol }),
    components: { ...components },
    ...(Object.keys(preserved).length > 0 && { preserved: { ...preserved } }),
    ...(decision && { version: decision.current }),
    ...(decision?.upgrade && { upgrade: decision.upgrade }),
  }
}

function upgradeStep(decision: UpgradeDecision | undefined): readonly string[] {
  if (decision?.problem !== undefined) return [decision.problem]
  const { upgrade } = decision ?? {}
  if (upgrade === undefined || upgrade.phase === 'rolled-back') return []
  if (upgrade.phase === 'components') return [`upgrades ${upgrade.current} to ${upgrade.to}`]
  if (upgrade.phase === 'rolling-back')
    return [`rolls ${upgrade.current ?? upgrade.to} back to ${upgrade.from}: ${upgrade.reason}`]
  return [`runs the steps ${upgrade.phase} the upgrade to ${upgrade.to}`]
}

function phaseOf(
  before: StackStatus,
  { next, components }: DeploymentPlan,
  seen: Readonly<Record<string, SeenComponent>>,
  decision: UpgradeDecision | undefined,
): NonNullable<StackStatus['phase']> {
  if (next.problem !== undefined) return 'Blocked'
  const upgrading = decision?.upgrade?.phase
  if (upgrading === 'rolling-back') return 'RollingBack'
  if (upgrading !== undefined && upgrading !== 'rolled-back') return 'Upgrading'
  const isRunning = Object.values(components).every(({ phase }) => phase === 'running')
  const isComplete = Object.values(seen).every(({ observation }) => observation.isComplete)
  if (isRunning) return isComplete ? 'Running' : 'Updating'
  // A stack that had no version it could have was blocked before it had any component.
  const isNew = before.phase === undefined || before.phase === 'Deploying' || before.components === undefined
  return isNew ? 'Deploying' : 'Healing'
}

/** Emits events about the upgrade. */
export function reportUpgrade(before: StackStatus, decision: UpgradeDecision | undefined, events: EventRecorder): void {
  if (decision === undefined) return
  const { upgrade, current, problem } = decision
  const was = before.upgrade
  if (problem !== undefined && upgrade === undefined && before.step?.includes(problem) !== true)
    events.warning('VersionRefused', problem)
  if (upgrade !== undefined && upgrade.phase !== was?.phase) {
    if (upgrade.phase === 'rolling-back')
      events.warning('RollingBack', `rolls ${upgrade.to} back to ${upgrade.from}: ${upgrade.reason}`)
    else if (upgrade.phase === 'rolled-back')
      events.warning('RolledBack', `is at ${upgrade.from} again: ${upgrade.reason}`)
    else if (was === undefined || was.phase === 'rolled-back')
      events.normal('Upgrading', `upgrades from ${upgrade.from} to ${upgrade.to}`)
  }
  if (before.version !== undefined && before.version !== current) events.normal('Upgraded', `is at ${current}`)
}

/** Emits events for the changes since the last reconcile. */
export function reportEvents(
  before: StackStatus,
  { actions, components, next }: DeploymentPlan,
  events: EventRecorder,
): void {
  for (const { component, effect, operation } of actions) {
    if (effect === 'start') events.normal('ComponentStarted', `${operation}: starts ${component}`)
    else events.warning('ComponentReplaced', `${operation}: replaces ${component}, which did not recover by itself`)
  }
  for (const [name, { phase, message, abnormality, replicas }] of Object.entries(components)) {
    const last = getOwn(before.components, name)
    const was = last?.phase
    if (abnormality !== undefined && abnormality !== last?.abnormality)
      events.warning('Abnormal', `${name}: ${abnormality}`)
    if (replicas !== undefined && last !== undefined && replicas !== (last.replicas ?? replicas))
      events.normal('Scaled', `${name} from ${last.replicas} to ${replicas} replicas`)
    if (phase === 'crashed' && was !== 'crashed')
      events.warning('ComponentDown', `${name}: ${message ?? 'is not ready'}`)
    if (phase === 'running' && was !== undefined && was !== 'running')
      events.normal('ComponentReady', `${name} is ready`)
  }
  if (next.problem !== undefined && before.phase !== 'Blocked') events.warning('NoPlan', next.problem)
}

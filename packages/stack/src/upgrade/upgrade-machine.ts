/**
 * Upgrades of a stack as a state machine: the next state follows from the recorded and the observed state. Pure.
 *
 * One component is upgraded at a time. It and the components that need it must be healthy before the next one is upgraded. On timeout,
 * all upgraded components are rolled back in reverse order, and that target is not retried until another one is requested.
 */
import { toMs } from '@kubewright/core'
import { formatTime } from '@kubewright/core/time'
import type { Texts } from '../settings.ts'
import type { UpgradeStatus } from '../status.ts'
import { componentVersions, type StackVersion } from './stack-version.ts'
import { type StackVersions, upgradeOrder, upgradePath } from './upgrade-path.ts'

/** The health of a component with its target version. */
export type Health = 'healthy' | 'progressing' | 'failed'

/** The inputs of an upgrade decision. */
export interface UpgradeSituation {
  readonly versions: StackVersions
  /** The version that the object requests, which exists if there is no present one. @default the present one, or the newest */
  readonly wanted: string | undefined
  /** The version that all components have. */
  readonly current: string | undefined
  readonly upgrade: UpgradeStatus | undefined
  /** The components, dependencies first. */
  readonly names: readonly string[]
  /** The health of a component with that version. */
  readonly healthOf: (component: string, version: string) => Health
  /** The health of the Jobs before or after an upgrade. */
  readonly jobs: (when: 'before' | 'after') => Health
  readonly now: number
}

/** The decided versions and upgrade state. */
export interface UpgradeDecision {
  /** The current target version of each component. */
  readonly versions: Texts
  readonly current: string
  readonly upgrade?: UpgradeStatus | undefined
  /** Why the requested version is not pursued. */
  readonly problem?: string | undefined
  /** When to reconcile again even if nothing changes. */
  readonly dueMs: number
}

const never = Number.POSITIVE_INFINITY

/** Advances as many steps as currently possible. */
export function decideUpgrade(situation: UpgradeSituation): UpgradeDecision {
  const { versions, names } = situation
  const known = Object.keys(versions)
  const wanted = situation.wanted ?? situation.current ?? known.at(-1)!
  const current = situation.current ?? wanted
  const decided =
    situation.upgrade === undefined || situation.upgrade.phase === 'rolled-back'
      ? begin({ ...situation, wanted, current })
      : { upgrade: situation.upgrade, current }
  let { upgrade } = decided
  for (let next = upgrade; next !== undefined && next.phase !== 'rolled-back'; ) {
    const after = advance(next, { ...situation, wanted })
    if (after === next) break
    if (after === 'done') {
      const done = { ...situation, current: next.to, upgrade: undefined, wanted }
      return decideUpgrade(done)
    }
    next = after
    upgrade = after
  }
  return {
    versions: versionsDuring(versions, current, upgrade, names),
    current,
    ...(upgrade && { upgrade }),
    ...('problem' in decided && decided.problem !== undefined && { problem: decided.problem }),
    dueMs:
      upgrade === undefined || upgrade.phase === 'rolled-back' ? never : timeLeft(upgrade, versions, situation.now),
  }
}

interface Beginning {
  readonly upgrade?: UpgradeStatus | undefined
  readonly current: string
  readonly problem?: string | undefined
}

function begin({
  versions,
  wanted,
  current,
  upgrade,
  names,
  now,
}: UpgradeSituation & { readonly wanted: string; readonly current: string }): Beginning {
  if (wanted === current) return { current }
  const path = upgradePath(versions, current, wanted)
  if (path.value === undefined) return { current, problem: path.why }
  const to = path.value[0]!
  if (upgrade?.phase === 'rolled-back' && upgrade.to === to) {
    const problem = `the upgrade to ${to} was rolled back, and is retried once the spec has named another version`
    return { current, upgrade, problem: `${problem}: ${upgrade.reason ?? ''}` }
  }
  const order = upgradeOrder(versions, current, to, names)
  if (order.value === undefined) return { current, problem: order.why }
  return { current, upgrade: { from: current, to, phase: 'before', done: [], since: formatTime(now) } }
}

/** The next state; the same one if it can only wait. */
function advance(upgrade: UpgradeStatus, situation: UpgradeSituation): UpgradeStatus | 'done' {
  const { from, to } = upgrade
  if (situation.wanted === from && upgrade.phase !== 'rolling-back')
    return rollBack(upgrade, `the spec was set back to version ${from}`, situation)
  if (upgrade.phase === 'rolling-back') return goBack(upgrade, situation)
  if (upgrade.phase !== 'components') return afterJobs(upgrade, upgrade.phase as 'before' | 'after', situation)
  const order = upgradeOrder(situation.versions, from, to, situation.names).value ?? []
  const { current } = upgrade
  if (current !== undefined) {
    const health = situation.healthOf(current, componentVersions(to, versionOf(situation, to), [current])[current]!)
    if (health === 'failed') return rollBack(upgrade, `${current} failed with its new version`, situation)
    if (health === 'progressing') {
      const isLate = timeLeft(upgrade, situation.versions, situation.now) <= 0
      return isLate ? rollBack(upgrade, `${current} was not healthy in time`, situation) : upgrade
    }
  }
  const done = current === undefined ? upgrade.done : [...upgrade.done, current]
  const next = order.find((name) => !done.includes(name))
  const since = formatTime(situation.now)
  return next === undefined
    ? { from, to, phase: 'after', done, since }
    : { from, to, phase: 'components', done, current: next, since }
}

function afterJobs(
  upgrade: UpgradeStatus,
  when: 'before' | 'after',
  situation: UpgradeSituation,
): UpgradeStatus | 'done' {
  const hasSteps = (versionOf(situation, upgrade.to)[when] ?? []).length > 0
  const health = hasSteps ? situation.jobs(when) : 'healthy'
  const isLate = timeLeft(upgrade, situation.versions, situation.now) <= 0
  if (health === 'failed' || (health === 'progressing' && isLate)) {
    return rollBack(
      upgrade,
      `a step ${when} the upgrade ${health === 'failed' ? 'failed' : 'took too long'}`,
      situation,
    )
  }
  if (health === 'progressing') return upgrade
  if (when === 'after') return 'done'
  return { ...upgrade, phase: 'components', since: formatTime(situation.now) }
}

function rollBack(upgrade: UpgradeStatus, reason: string, { now }: UpgradeSituation): UpgradeStatus {
  const { from, to, current, done } = upgrade
  const changed = current === undefined ? done : [...done, current]
  return { from, to, phase: 'rolling-back', done: [...changed], reason, since: formatTime(now) }
}

/** The last upgraded component is rolled back first. One that does not become healthy does not block the others. */
function goBack(upgrade: UpgradeStatus, situation: UpgradeSituation): UpgradeStatus {
  const { from, to, done, current, reason } = upgrade
  const shared = { from, to, ...(reason !== undefined && { reason }) }
  if (current !== undefined) {
    const health = situation.healthOf(current, componentVersions(from, versionOf(situation, from), [current])[current]!)
    if (health !== 'healthy' && timeLeft(upgrade, situation.versions, situation.now) > 0) return upgrade
  }
  const since = formatTime(situation.now)
  const last = done.at(-1)
  if (last === undefined) return { ...shared, phase: 'rolled-back', done: [], since }
  return { ...shared, phase: 'rolling-back', done: done.slice(0, -1), current: last, since }
}

/** The component in progress has the new version during the upgrade, and the old one during a rollback. */
function versionsDuring(
  versions: StackVersions,
  current: string,
  upgrade: UpgradeStatus | undefined,
  names: readonly string[],
): Texts {
  const old = componentVersions(current, versions[current] ?? {}, names)
  if (upgrade === undefined || upgrade.phase === 'rolled-back') return old
  const next = componentVersions(upgrade.to, versions[upgrade.to] ?? {}, names)
  const isNew = (name: string) =>
    upgrade.done.includes(name) || (upgrade.phase === 'components' && upgrade.current === name)
  return Object.fromEntries(names.map((name) => [name, isNew(name) ? next[name]! : old[name]!]))
}

function timeLeft({ to, since }: UpgradeStatus, versions: StackVersions, now: number): number {
  return Math.max(0, Date.parse(since) + toMs(versions[to]?.healthyWithin ?? '10m') - now)
}

function versionOf({ versions }: UpgradeSituation, name: string): StackVersion {
  return versions[name] ?? {}
}

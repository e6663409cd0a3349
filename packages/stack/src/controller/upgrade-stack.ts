/** The current target versions of a stack's components: feeds the observed state into the upgrade state machine. */
import type { Context } from '@kubewright/controller'
import { getOwn } from '@kubewright/core/json'
import { Job } from '@kubewright/kubernetes'
import type { Manifest } from '@kubewright/resource'
import { versionAnnotation } from '../names.ts'
import type { ComponentContext } from '../objects/component-context.ts'
import type { Texts } from '../settings.ts'
import { needsOf, type Stack, type StackObject } from '../stack.ts'
import type { StackStatus } from '../status.ts'
import type { StackVersion } from '../upgrade/stack-version.ts'
import { followJobs } from '../upgrade/upgrade-jobs.ts'
import { decideUpgrade, type Health, type UpgradeDecision } from '../upgrade/upgrade-machine.ts'
import { knownVersions, presumedVersions, refusedVersion } from './known-versions.ts'
import { contextOf } from './members.ts'
import { findDeployed, memberOf } from './member.ts'
import { observeComponent } from '../phase.ts'

/** The decided versions. */
export interface StackVersions {
  readonly versions: Texts
  readonly decision?: UpgradeDecision | undefined
  /** Why a new stack cannot have the version it requests. */
  readonly refused?: string | undefined
  readonly jobs: readonly Manifest[]
}

type StackContext = Pick<Context<Stack['for']>, 'cache'>

export function versionsOf(stack: Stack, object: StackObject, ctx: StackContext, now: number): StackVersions {
  const before = (object.status ?? {}) as StackStatus
  const versions = knownVersions(stack, object)
  if (versions === undefined) return { versions: {}, jobs: [] }
  const refused = refusedVersion(stack, object, versions)
  if (refused !== undefined) return { versions: {}, refused, jobs: [] }
  const components = stack.components(object, { versions: presumedVersions(stack, object) })
  const needs = needsOf(components)
  const names = inNeedOrder(needs)
  const context = contextOf('', components, { stack, object, exposure: 'ingress' })
  const follow = (when: 'before' | 'after') => jobsOf(before, when, { versions, context, ctx })
  const decision = decideUpgrade({
    versions,
    wanted: stack.version(object),
    current: before.version,
    upgrade: before.upgrade,
    names,
    healthOf: (name, version) => healthOf(name, version, { stack, object, components, needs, before, ctx }),
    jobs: (when) => follow(when).health,
    now,
  })
  const { upgrade } = decision
  const jobs =
    upgrade?.phase === 'before' || upgrade?.phase === 'after'
      ? jobsOf({ ...before, upgrade }, upgrade.phase, { versions, context, ctx }).jobs
      : []
  return { versions: decision.versions, decision, jobs }
}

interface JobQuestion {
  readonly versions: Readonly<Record<string, StackVersion>>
  readonly context: ComponentContext
  readonly ctx: StackContext
}

function jobsOf({ upgrade }: StackStatus, when: 'before' | 'after', { versions, context, ctx }: JobQuestion) {
  if (upgrade === undefined) return { health: 'progressing' as const, jobs: [] }
  const steps = versions[upgrade.to]?.[when] ?? []
  const { namespace } = context
  return followJobs({ context, version: upgrade.to, when }, steps, (name) => ctx.cache.get(Job, { name, namespace }))
}

interface HealthQuestion {
  readonly stack: Stack
  readonly object: StackObject
  readonly components: ReturnType<Stack['components']>
  readonly needs: Readonly<Record<string, readonly string[]>>
  readonly before: StackStatus
  readonly ctx: StackContext
}

/** Healthy if the component has that version, is fully ready, and everything that needs it still runs. */
function healthOf(name: string, version: string, question: HealthQuestion): Health {
  const { needs, before } = question
  const { hasVersion, observation } = observeMember(name, version, question)
  if (!hasVersion) return 'progressing'
  if (observation.hasFailed === true || observation.phase === 'crashed') return 'failed'
  const dependents = Object.keys(needs).filter((other) => needs[other]!.includes(name))
  const areRunning = dependents.every((other) => {
    const was = getOwn(before.components, other)?.phase
    return (
      was === undefined || was === 'absent' || observeMember(other, version, question).observation.phase === 'running'
    )
  })
  return observation.phase === 'running' && observation.isComplete && areRunning ? 'healthy' : 'progressing'
}

function observeMember(name: string, version: string, { stack, object, components, before, ctx }: HealthQuestion) {
  const component = components[name]!
  const member = memberOf(component, contextOf(name, components, { stack, object, exposure: 'ingress' }))
  const live = findDeployed(member, ctx.cache, object)
  const observation = observeComponent(component, live, getOwn(before.components, name)?.phase)
  // An external claim has no version.
  const isForeign = component.type === 'volume' && component.storage.size === undefined
  return { hasVersion: isForeign || live?.metadata.annotations?.[versionAnnotation] === version, observation }
}

/** Topological order: dependencies first. */
export function inNeedOrder(needs: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const order: string[] = []
  const visit = (name: string, path: readonly string[]) => {
    if (order.includes(name) || path.includes(name) || !Object.hasOwn(needs, name)) return
    for (const need of needs[name]!) visit(need, [...path, name])
    order.push(name)
  }
  for (const name of Object.keys(needs)) visit(name, [])
  return order
}

/** The components of one stack, with the values of their Secrets and the state of the ConfigMaps they read. */
import type { Context } from '@kubewright/controller'
import { type Duration, toMs } from '@kubewright/core'
import { getOwn, setOwn } from '@kubewright/core/json'
import type { Ids } from '@kubewright/core/random'
import { deadline } from '@kubewright/core/time'
import type { Component } from '../component.ts'
import { withDefaults } from '../defaults.ts'
import { type ComponentContext, type ExposureKind, objectName } from '../objects/component-context.ts'
import { digestOf } from '../objects/digest.ts'
import { generatedIn, keptSecretName } from '../objects/objects-of.ts'
import type { Texts } from '../settings.ts'
import type { Stack, StackObject } from '../stack.ts'
import type { PreservedStatus, StackStatus } from '../status.ts'
import { type Member, memberOf } from './member.ts'
import { preserveConfig } from './preserved-config.ts'
import { secretValues } from './secret-values.ts'
import { isMeasured, type SampleSource, type Tuning, tuningOf } from './tuning.ts'

export interface Members {
  readonly members: readonly Member[]
  /** Copies of preserved ConfigMaps, by name. */
  readonly preserved: Readonly<Record<string, PreservedStatus>>
  /** Why components cannot start, by component name. */
  readonly obstacles: ReadonlyMap<string, string>
  readonly events: readonly { readonly reason: string; readonly note: string }[]
  readonly warnings: readonly { readonly reason: string; readonly note: string }[]
}

interface Surroundings {
  readonly exposure: ExposureKind
  readonly ids: Ids
  readonly versions: Texts
  readonly samples: SampleSource | undefined
  readonly now: number
}

type StackContext = Pick<Context<Stack['for']>, 'client' | 'cache' | 'signal' | 'clock'>

export async function membersOf(
  stack: Stack,
  object: StackObject,
  ctx: StackContext,
  { exposure, ids, versions, samples, now }: Surroundings,
): Promise<Members> {
  const components = stack.components(object, { versions })
  const preservation = await preserveAll(components, object, ctx)
  const members: Member[] = []
  const events = [...preservation.events]
  const warnings: { reason: string; note: string }[] = []
  for (const [name, component] of Object.entries(components)) {
    const context = contextOf(name, components, { stack, object, exposure })
    const { generated, values } = await valuesOf(component, context, { object, ctx, ids })
    if (generated.length > 0) {
      events.push({ reason: 'SecretGenerated', note: `generated ${generated.join(', ')} of ${name}` })
    }
    const configDigest = digestOfConfig(component, preservation.preserved)
    const tuning = await tunedOf(component, name, object, { samples, now, ctx })
    if (tuning?.problem !== undefined)
      warnings.push({
        reason: 'NoSamples',
        note: `no samples for ${name}, its replicas and resources stay: ${tuning.problem}`,
      })
    const decided = { version: getOwn(versions, name), replicas: tuning?.replicas, resources: tuning?.resources }
    members.push({ ...memberOf(component, { ...context, generated: values, configDigest, ...decided }), tuning })
  }
  return { members, preserved: preservation.preserved, obstacles: preservation.obstacles, events, warnings }
}

/** The tuning of a component, if there is a source of samples. */
async function tunedOf(
  component: Component,
  name: string,
  object: StackObject,
  { samples, now, ctx }: Pick<Surroundings, 'samples' | 'now'> & { readonly ctx: StackContext },
): Promise<Tuning | undefined> {
  if (samples === undefined || component.type !== 'workload' || !isMeasured(component)) return undefined
  const previous = getOwn((object.status as StackStatus | undefined)?.components, name)
  const ask = (metric: string, window: Duration) =>
    inTime(ctx, (signal) => samples({ object, component: name, metric, since: now - toMs(window), now, signal }))
  return tuningOf(component.settings, previous, ask, now)
}

/** A deadline, so that an unresponsive source of samples does not block repair. */
async function inTime<Answer>(
  { clock, signal }: StackContext,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  using limit = deadline(clock, '5s', () => new Error('the source of samples did not answer within 5 seconds'), signal)
  const late = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason as Error), { once: true })
  })
  return await Promise.race([ask(limit.signal), late])
}

/** The inputs of one component's objects. */
export function contextOf(
  name: string,
  components: Readonly<Record<string, Component>>,
  { stack, object, exposure }: { readonly stack: Stack; readonly object: StackObject; readonly exposure: ExposureKind },
): ComponentContext {
  const entries = Object.entries(components)
  const names = entries.flatMap(([key, one]) =>
    one.type === 'workload' && one.settings.name !== undefined ? [[key, one.settings.name] as const] : [],
  )
  return {
    stack: object.metadata.name,
    namespace: object.metadata.namespace ?? '',
    component: name,
    defaults: stack.defaults(object),
    names: Object.fromEntries(names),
    neededBy: entries.filter(([, { needs }]) => needs.includes(name)).map(([key]) => key),
    exposure,
  }
}

async function valuesOf(
  component: Component,
  context: ComponentContext,
  { object, ctx, ids }: { readonly object: StackObject; readonly ctx: StackContext; readonly ids: Ids },
): Promise<{ readonly values: Texts; readonly generated: readonly string[] }> {
  if (component.type !== 'workload') return { values: {}, generated: [] }
  const settings = withDefaults(component.settings, context.defaults)
  const wanted = generatedIn(settings)
  if (Object.keys(wanted).length === 0) return { values: {}, generated: [] }
  const { namespace } = context
  const place = { namespace, name: objectName(context), keptName: keptSecretName(settings, context), wanted }
  return secretValues(object, place, ctx, ids)
}

/** The name of the preserved ConfigMap that a component reads. */
export function preservedName(component: Component): string | undefined {
  const config = component.type === 'workload' ? component.settings.config : undefined
  return config !== undefined && '~preserved' in config ? config['~preserved'].name : undefined
}

async function preserveAll(
  components: Readonly<Record<string, Component>>,
  object: StackObject,
  ctx: StackContext,
): Promise<Omit<Members, 'members' | 'warnings'>> {
  const copies = (object.status as StackStatus | undefined)?.preserved ?? {}
  const preserved: Record<string, PreservedStatus> = {}
  const obstacles = new Map<string, string>()
  const events: { reason: string; note: string }[] = []
  const namespace = object.metadata.namespace ?? ''
  for (const [component, one] of Object.entries(components)) {
    const name = preservedName(one)
    if (name === undefined || Object.hasOwn(preserved, name)) continue
    const { copy, event, problem } = await preserveConfig(
      { name, namespace },
      getOwn(copies, name),
      object.metadata.name,
      ctx,
    )
    if (copy !== undefined) setOwn(preserved, name, copy)
    if (event !== undefined) events.push(event)
    if (problem !== undefined) obstacles.set(component, problem)
  }
  return { preserved, obstacles, events }
}

function digestOfConfig(
  component: Component,
  preserved: Readonly<Record<string, PreservedStatus>>,
): string | undefined {
  const copy = getOwn(preserved, preservedName(component) ?? '')
  return copy && digestOf([copy.data ?? {}, copy.binaryData ?? {}])
}

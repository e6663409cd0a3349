/** A soak test of a stack: days of seeded random faults, edits, upgrades and scaling, and invariants at the end. */
import { ignoreNotFound } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import {
  ConfigMap,
  Deployment,
  Ingress,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  Secret,
  Service,
} from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { componentLabel, stackLabel } from '@kubewright/stack'
import type { Soaked, SoakSubject } from './soak-subjects.ts'

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[randomInt(random, items.length)]!
/** All kinds in a stack. */
const kinds = [
  Deployment,
  Service,
  Secret,
  Ingress,
  PersistentVolumeClaim,
  ConfigMap,
  NetworkPolicy,
  PodDisruptionBudget,
  Job,
] as readonly Resource[]

type Disturbance = (stack: Soaked, random: Random, subject: SoakSubject) => Promise<unknown>

const workload = ({ ref, components }: SoakSubject, random: Random) => ({
  name: `${ref.name}-${pick(random, components)}`,
  namespace: ref.namespace,
})
const configOf = ({ ref, config }: SoakSubject) => ({ name: config.name, namespace: ref.namespace })

/** A single fault or manual edit. */
const disturbances: Readonly<Record<string, Disturbance>> = {
  crash: (stack, random, { components }) => stack.crash(pick(random, components)),
  'two crashes': (stack, random, { components }) => stack.crash(pick(random, components), pick(random, components)),
  async 'lost object'({ client }, random, { ref: { namespace } }) {
    const kind = pick<Resource>(random, [Deployment, Service, Secret, Ingress, ConfigMap, NetworkPolicy])
    const { items } = await client.list(kind, { namespace })
    const ours = items.filter(({ metadata }) => metadata.labels?.[componentLabel] !== undefined)
    if (ours.length > 0) await client.delete(kind, { name: pick(random, ours).metadata.name, namespace })
  },
  async 'lost pod'({ client }, random, { ref: { namespace } }) {
    const { items } = await client.list(Pod, { namespace })
    if (items.length > 0) await client.delete(Pod, { name: pick(random, items).metadata.name, namespace })
  },
  'edited replicas': ({ client }, random, subject) =>
    client
      .patch(Deployment, workload(subject, random), { spec: { replicas: randomInt(random, 4) } })
      .catch(ignoreNotFound),
  'foreign container': ({ client }, random, subject) => {
    const containers = [{ name: 'guest', image: 'guest:1' }]
    const patch = { spec: { template: { spec: { containers } } } }
    return client
      .patch(Deployment, workload(subject, random), patch as never, { type: 'strategic' } as never)
      .catch(ignoreNotFound)
  },
  'edited Service': ({ client }, random, subject) =>
    client
      .patch(Service, workload(subject, random), { spec: { selector: { somebody: 'else' } } })
      .catch(ignoreNotFound),
  'edited configuration': ({ client }, random, subject) => {
    const [key] = Object.keys(subject.config.content)
    return client.patch(ConfigMap, configOf(subject), { data: { [key!]: `edited ${randomInt(random, 9)}`, more: 'x' } })
  },
  'lost configuration': ({ client }, _, subject) => client.delete(ConfigMap, configOf(subject)),
  restart: (stack) => stack.restart(),
  async 'refused writes'({ cluster }, random) {
    const kind = pick<Resource>(random, [Deployment, Service, Secret])
    cluster.faults.failNext('apply', kind, pick(random, [500, 409, 503]))
  },
}

/** Changes by users. */
function requestsOf({ requests, resource, ref }: SoakSubject): Readonly<Record<string, Disturbance>> {
  return Object.fromEntries(
    Object.entries(requests).map(([name, specOf]): [string, Disturbance] => [
      name,
      ({ client }, random) => client.patch(resource, ref, { spec: specOf(random) } as never),
    ]),
  )
}

/** All objects of the stack, without server-set and random values. */
async function shapeOf({ client }: Soaked, { ref: { namespace } }: SoakSubject): Promise<ReadonlyMap<string, unknown>> {
  const lists = await Promise.all(kinds.map((kind) => client.list(kind, { namespace })))
  const objects = lists
    .flatMap(({ items }) => items)
    .filter(({ metadata }) => metadata.labels?.[stackLabel] !== undefined)
  return new Map(
    objects.map((object) => {
      const { kind, metadata, spec, data } = object as KubeObject & { spec?: object; data?: object }
      const { clusterIP: _1, clusterIPs: _2, volumeName: _3, ...rest } = (spec ?? {}) as Record<string, unknown>
      const content = kind === 'Secret' ? Object.keys(data ?? {}).toSorted() : data
      return [`${kind} ${metadata.name}`, { labels: metadata.labels, spec: rest, content }]
    }),
  )
}

export interface Life {
  readonly subject: SoakSubject
  readonly seed: number
  readonly days: number
  /** The number of events. */
  readonly events: number
  /** The events to use, by name. @default everything */
  readonly only?: readonly string[]
}

/** The problems at the end of a run; empty if there are none. */
export async function liveThrough({ subject, seed, days, events, only }: Life): Promise<readonly string[]> {
  const random = seededRandom(seed)
  await using stack = await subject.start(true)
  const story: string[] = []
  const possible = Object.entries({ ...disturbances, ...requestsOf(subject) }).filter(
    ([name]) => only?.includes(name) ?? true,
  )
  const averageMs = (days * 86_400_000) / events
  for (let count = 0; count < events; count++) {
    const [name, disturb] = pick(random, possible)
    story.push(name)
    await disturb(stack, random, subject)
    if (randomInt(random, 3) > 0) await stack.rest() // otherwise the next event comes in the meantime
    if (randomInt(random, 3) > 0) await stack.wait(1 + randomInt(random, 2 * averageMs * 1.5))
  }
  const problems = await problemsAtTheEnd(stack, subject)
  return problems.map((problem) => `${problem} (after ${story.join(', ')})`)
}

async function problemsAtTheEnd(stack: Soaked, subject: SoakSubject): Promise<readonly string[]> {
  const { client } = stack
  const { last, config } = subject
  await client.patch(subject.resource, subject.ref, { spec: last.spec } as never)
  await stack.wait('6h')
  const { status } = await stack.object()
  const isThere = status?.phase === 'Running' && status.version === last.version && status.plan?.length === 0
  const problems = isThere ? [] : [`the stack does not run as it should: ${JSON.stringify(status)}`]
  const { data } = await client.get(ConfigMap, configOf(subject))
  if (!deepEqual(data, config.content)) problems.push(`the configuration is ${JSON.stringify(data)}`)
  problems.push(...(await differences(stack, subject)))
  return [...problems, ...(await needlessWrites(stack))]
}

/** Compares with a fresh stack of the same desired state, which must have the same objects. */
async function differences(stack: Soaked, subject: SoakSubject): Promise<readonly string[]> {
  await using fresh = await subject.start(false, subject.last.spec)
  await fresh.wait('5m')
  const [is, should] = [await shapeOf(stack, subject), await shapeOf(fresh, subject)]
  const missing = [...should.keys()].filter((key) => !is.has(key)).map((key) => `${key} is missing`)
  const leaked = [...is.keys()].filter((key) => !should.has(key)).map((key) => `${key} was left behind`)
  const others = [...should].flatMap(([key, shape]) =>
    is.has(key) && !deepEqual(is.get(key), shape)
      ? `${key} is ${JSON.stringify(is.get(key))}, not ${JSON.stringify(shape)}`
      : [],
  )
  return [...missing, ...leaked, ...others]
}

/** Once settled, a day must pass without reconciles and writes. */
async function needlessWrites(stack: Soaked): Promise<readonly string[]> {
  const before = { reconciles: stack.running.reconciles, writes: stack.running.writes.sent }
  await stack.wait('24h')
  const after = { reconciles: stack.running.reconciles, writes: stack.running.writes.sent }
  return deepEqual(before, after) ? [] : [`at rest: ${JSON.stringify(before)} became ${JSON.stringify(after)}`]
}

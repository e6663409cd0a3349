/** Every single fault of a deployed IotSnapRoot, with the length of its recovery plan. */
import { nextActions, type Phase, type StackProtocol } from '@kubewright/stack/protocol'
import { ConfigMap, Deployment, Ingress, Pod, type Resource, Secret, Service } from 'kubewright'
import { componentTable } from '../component-table.ts'
import { namespace, type RootCluster } from './root-cluster.ts'
import { recoveryOf } from './root-protocol.ts'

/** The components that every IotSnapRoot has. */
export const seven = [
  'postgres',
  'mongo',
  'minio',
  'cloudstorage',
  'cloudadmin',
  'agentkeeper',
  'cloudadmingui',
] as const

export interface SingleFault {
  /** The type of the fault, shared by several components. */
  readonly kind: string
  readonly component: string
  /** The number of affected components. */
  readonly components: number
  /** The number of steps in its recovery plan. */
  readonly steps: number
  strike(world: RootCluster): Promise<void>
}

type Strike = (world: RootCluster, component: string) => Promise<void>

const withConfig = seven.filter((name) => componentTable[name].hasConfig)
const exposed = seven.filter((name) => componentTable[name].isExposed)

const ref = (component: string) => ({ name: `my-root-${component}`, namespace })
const config = (component: string) => ({ name: `${component}-config`, namespace })
const deletes =
  (resource: Resource): Strike =>
  ({ cluster }, component) =>
    cluster.client.delete(resource, ref(component)) as Promise<never>

/** Drift of objects that affects no phase, so the plan has no steps. */
const drifts: readonly { kind: string; of: readonly string[]; strike: Strike }[] = [
  { kind: 'its Service is deleted', of: seven, strike: deletes(Service) },
  { kind: 'its route is deleted', of: exposed, strike: deletes(Ingress) },
  { kind: 'its Secret is deleted', of: ['postgres', 'mongo'], strike: deletes(Secret) },
  {
    kind: 'its pod is deleted',
    of: seven,
    async strike({ cluster: { client } }, component) {
      const { items } = await client.list(Pod, { namespace, labels: { component } })
      for (const { metadata } of items) await client.delete(Pod, metadata)
    },
  },
  {
    kind: 'its replicas are edited',
    of: seven,
    strike: async ({ cluster }, component) =>
      void (await cluster.client.patch(Deployment, ref(component), { spec: { replicas: 3 } })),
  },
  { kind: 'its variables are edited', of: seven, strike: addsVariable },
  {
    kind: 'its labels are edited',
    of: seven,
    strike: async ({ cluster }, component) =>
      void (await cluster.client.patch(Service, ref(component), { metadata: { labels: { component: 'else' } } })),
  },
  {
    kind: 'its ConfigMap is edited',
    of: withConfig,
    strike: async ({ cluster }, component) =>
      void (await cluster.client.patch(ConfigMap, config(component), { data: { 'application.properties': 'x' } })),
  },
  {
    kind: 'its ConfigMap is deleted',
    of: withConfig,
    strike: async ({ cluster }, component) => void (await cluster.client.delete(ConfigMap, config(component))),
  },
]

async function addsVariable({ cluster }: RootCluster, component: string): Promise<void> {
  const containers = [{ name: component, env: [{ name: 'FOREIGN', value: '1' }] }]
  const patch = { spec: { template: { spec: { containers } } } }
  await cluster.client.patch(Deployment, ref(component), patch as never, { type: 'strategic' } as never)
}

/** Every single fault of every component. */
export function singleFaults(protocol: StackProtocol): readonly SingleFault[] {
  const one = { components: 1 }
  const crashesWithCascade = seven.map((component): SingleFault => {
    const { plan, cascade } = recoveryOf(protocol.topology, component)
    const strike = (world: RootCluster) => world.crash(component, ...cascade)
    const kind = 'it crashes, and what needs it'
    return { kind, component, components: 1 + cascade.length, steps: plan.lines.length, strike }
  })
  const crashesAlone = seven.map((component): SingleFault => {
    const strike = (world: RootCluster) => world.crash(component)
    return { ...one, kind: 'it crashes alone', component, steps: stepsFrom(protocol, component, 'crashed'), strike }
  })
  const lostWorkloads = seven.map((component): SingleFault => {
    const strike = (world: RootCluster) => deletes(Deployment)(world, component)
    const steps = stepsFrom(protocol, component, 'absent')
    return { ...one, kind: 'its Deployment is deleted', component, steps, strike }
  })
  const others = drifts.flatMap(({ kind, of, strike }) =>
    of.map((component): SingleFault => ({ ...one, kind, component, steps: 0, strike: (at) => strike(at, component) })),
  )
  return [...crashesWithCascade, ...crashesAlone, ...lostWorkloads, ...others]
}

/** The number of steps in the plan if only that component is in that phase. */
function stepsFrom(protocol: StackProtocol, component: string, phase: Phase): number {
  const phases = [...protocol.topology.nodes.keys()].map(
    (name) => [name, name === component ? phase : 'running'] as const,
  )
  return nextActions(protocol, Object.fromEntries(phases)).plan.length
}

/** The stacks under soak test: a test stack with listed versions and upgrade steps, and the IotSnap Root operator. */
import { type Random, randomInt } from '@kubewright/core/random'
import type { Controller } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { stackController, type StackStatus } from '@kubewright/stack'
import { IotSnapRoot } from 'iotsnap-root-operator'
import {
  brokenVersion,
  namespace as rootNamespace,
  prepareComponent,
  rootRef,
  seven,
  startRootCluster,
} from 'iotsnap-root-operator/testing'
import { IotSnap, iotSnap, names, namespace, root } from './iot-snap.ts'
import { type RunningStack, startStack, within } from './running-stack.ts'

/** The interface of a running stack for a soak test. */
export interface Soaked extends Pick<RunningStack, 'cluster' | 'client' | 'running' | 'rest' | 'wait' | 'restart'> {
  object(): Promise<{ readonly status?: StackStatus | undefined }>
  crash(...components: readonly string[]): Promise<void>
  [Symbol.asyncDispose](): PromiseLike<void>
}

export interface SoakSubject {
  readonly resource: Resource
  readonly ref: { readonly name: string; readonly namespace: string }
  readonly components: readonly string[]
  /** A preserved ConfigMap and its content. */
  readonly config: { readonly name: string; readonly content: Readonly<Record<string, string>> }
  /** Changes by users, as patches of the spec. */
  readonly requests: Readonly<Record<string, (random: Random) => object>>
  /** The final desired state. */
  readonly last: { readonly version: string; readonly spec: object }
  /** @param isQuick whether days pass in seconds: node heartbeats twice a day, and no watch renewal */
  start(isQuick: boolean, spec?: object): Promise<Soaked>
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[randomInt(random, items.length)]!
const quick = { heartbeat: '12h', watches: 'lasting' } as const
const env = (random: Random) => ({ env: { N: String(randomInt(random, 9)) } })

export function iotSnapSubject(controller: Controller = stackController(iotSnap)): SoakSubject {
  const config = { name: 'cloud-config', content: { 'a.yaml': 'a: 1' } }
  return {
    resource: IotSnap,
    ref: root,
    components: names,
    config,
    requests: {
      env,
      scale: (random) => ({ replicas: 1 + randomInt(random, 3) }),
      'another component': (random) => ({ gui: randomInt(random, 2) === 0 }),
      // One of them breaks a component and is rolled back.
      upgrade: (random) => ({ version: pick(random, ['1.1', '1.2', '1.3']) }),
    },
    last: { version: '1.3', spec: { version: '1.3', replicas: 2, gui: true, env: { N: 'last' }, config: config.name } },
    async start(isQuick, spec = { version: '1.0', config: config.name }) {
      const stack = await startStack({ ...spec }, controller, isQuick ? quick : {})
      await stack.client.create(ConfigMap, { metadata: { name: config.name, namespace }, data: config.content })
      await stack.rest()
      return stack as Soaked
    },
  }
}

export const iotSnapRootSubject: SoakSubject = {
  resource: IotSnapRoot,
  ref: rootRef,
  components: seven,
  config: { name: 'cloudstorage-config', content: { 'application.properties': 'name=cloudstorage' } },
  requests: {
    env,
    scale: (random) => ({ cloudadmin: [{ replicas: 1 + randomInt(random, 3) }] }),
    'another component': (random) => ({ cloudstorage: randomInt(random, 2) === 0 ? null : twoStorages }),
    // One of them breaks a component and is rolled back.
    upgrade: (random) => ({ 'installation-data-version': pick(random, ['1.0.9', brokenVersion, '1.1.0']) }),
  },
  last: {
    version: '1.2.0',
    spec: {
      'installation-data-version': '1.2.0',
      cloudadmin: [{ replicas: 2 }],
      cloudstorage: [{ replicas: 1 }, { name: 'blue' }],
      env: { N: 'last' },
    },
  },
  async start(isQuick, spec = {}) {
    const world = await startRootCluster(isQuick ? quick : {})
    const { cluster } = world
    const rest = () => cluster.settle({ within })
    await prepareComponent(cluster.client, 'cloudstorage', { name: 'blue', parts: ['config'] })
    await cluster.client.create(IotSnapRoot, { metadata: { ...rootRef, namespace: rootNamespace }, spec })
    await rest()
    return {
      cluster,
      client: cluster.client,
      get running() {
        return world.running
      },
      rest,
      object: () => world.root() as ReturnType<Soaked['object']>,
      crash: (...components) => world.crash(...components),
      async wait(duration) {
        await cluster.advance(duration)
        await rest()
      },
      async restart() {
        await world.restart()
        await rest()
      },
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    }
  },
}

const twoStorages = [{ replicas: 1 }, { name: 'blue' }]

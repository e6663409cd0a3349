import 'reflect-metadata'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Inject, Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { done, type Context } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { nextTurn } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { leader } from '@kubewright/lease'
import type { Manager } from '@kubewright/manager'
import {
  controllerFor,
  KUBEWRIGHT_MANAGER,
  KubewrightHealthIndicator,
  KubewrightModule,
  Reconciler,
  type Reconciles,
} from '@kubewright/nestjs'
import type { ObjectOf } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }

/** A service of the application. */
class Ledger {
  readonly entries: string[] = []
}
Injectable()(Ledger)

/** With decorators this is written `@Reconciler({ … }) class MapReconciler { constructor(private readonly ledger: Ledger) {} }`. */
class MapReconciler implements Reconciles<typeof ConfigMap> {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  async reconcile(map: ObjectOf<typeof ConfigMap>, ctx: Context<typeof ConfigMap>) {
    this.#ledger.entries.push(`${map.metadata.name} ${ctx.reasons[0]?.type}`)
    return done()
  }

  async cleanup(map: ObjectOf<typeof ConfigMap>) {
    this.#ledger.entries.push(`${map.metadata.name} goes`)
    return done()
  }
}
Reconciler({ name: 'maps', for: ConfigMap, scope: { namespace: 'default' }, finalizer: 'example.dev/map' })(
  MapReconciler,
)
Inject(Ledger)(MapReconciler, undefined, 0)

async function start(cluster: Cluster, ...reconcilers: readonly (new (...args: never) => object)[]) {
  class App {}
  const options = {
    client: cluster.clientFor({}),
    clock: cluster.clock,
    log: silentLogger,
    permissions: 'skip' as const,
  }
  Module({ imports: [KubewrightModule.forRoot(options)], providers: [Ledger, ...(reconcilers as never[])] })(App)
  const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false })
  return app
}

describe('operator in a NestJS application', () => {
  it('gets its reconcilers from Nest, starts and stops with the application', async () => {
    await using cluster = await startCluster()
    const app = await start(cluster, MapReconciler)
    const manager = app.get<Manager>(KUBEWRIGHT_MANAGER)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    await cluster.client.delete(ConfigMap, blog)
    await cluster.settle()
    expect(app.get(Ledger).entries).toEqual(['blog created', 'blog goes'])
    expect(await app.get(KubewrightHealthIndicator).check()).toEqual({ kubewright: { status: 'up' } })
    await app.close()
    expect(manager.state.phase).toBe('stopped')
  })

  it('uses reconciler classes that are controllers without Nest, too', () => {
    class Plain implements Reconciles<typeof ConfigMap> {
      reconcile = async () => done()
    }
    expect(() => controllerFor(new Plain())).toThrow('Plain is not a reconciler. Mark its class with @Reconciler')
    Reconciler({ name: 'plain', for: ConfigMap })(Plain)
    expect(controllerFor(new Plain())).toMatchObject({ name: 'plain', for: ConfigMap })
  })

  it('does not start if a reconciler names a finalizer without cleanup()', async () => {
    await using cluster = await startCluster()
    class Forgetful implements Reconciles<typeof ConfigMap> {
      reconcile = async () => done()
    }
    Reconciler({ name: 'forgetful', for: ConfigMap, finalizer: 'example.dev/map' })(Forgetful)
    await expect(start(cluster, Forgetful)).rejects.toThrow(
      'Forgetful names the finalizer example.dev/map but has no cleanup()',
    )
  })

  it('stops its reconciles before Nest destroys their dependencies', async () => {
    await using cluster = await startCluster()
    const order: string[] = []
    class Database {
      async onModuleDestroy() {
        order.push('the database closes')
      }
    }
    Injectable()(Database)
    let [begin, finish] = [() => {}, () => {}]
    const [begun, finished] = [
      new Promise<void>((resolve) => (begin = resolve)),
      new Promise<void>((resolve) => (finish = resolve)),
    ]
    class Slow implements Reconciles<typeof ConfigMap> {
      async reconcile() {
        begin()
        await finished
        order.push('a reconcile ends')
        return done()
      }
    }
    Reconciler({ name: 'slow', for: ConfigMap, scope: { namespace: 'default', fields: 'metadata.name=blog' } })(Slow)
    const app = await start(cluster, Slow, Database)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await begun
    const closed = app.close()
    await nextTurn()
    finish()
    await closed
    expect(order).toEqual(['a reconcile ends', 'the database closes'])
  })

  it('fails to start if its manager fails to start', async () => {
    await using cluster = await startCluster()
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as AddressInfo
    class App {}
    const options = {
      client: cluster.clientFor({}),
      clock: cluster.clock,
      log: silentLogger,
      permissions: 'skip' as const,
    }
    Module({ imports: [KubewrightModule.forRoot({ ...options, health: { port, host: '127.0.0.1' } })] })(App)
    const starting = NestFactory.createApplicationContext(App, { logger: false, abortOnError: false })
    await expect(starting).rejects.toMatchObject({ code: 'KW_MANAGER_PORT' })
    blocker.close()
    await once(blocker, 'close')
  })

  it('reports through onEnded why its manager ended at run time', async () => {
    await using cluster = await startCluster()
    const why: unknown[] = []
    class App {}
    const client = cluster.clientFor({})
    const options = { client, clock: cluster.clock, log: silentLogger, permissions: 'skip' as const }
    const coordination = leader({ lease: 'operator', namespace: 'default' })
    const onEnded = (error: unknown) => void why.push(error)
    Module({ imports: [KubewrightModule.forRoot({ ...options, coordination, onEnded })] })(App)
    const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false })
    await cluster.settle()
    await client[Symbol.asyncDispose]()
    await cluster.advance('15s')
    expect(why).toMatchObject([{ code: 'KW_LEASE_LOST' }])
    await app.close()
  })
})

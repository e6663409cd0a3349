import 'reflect-metadata'
import { Inject, Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { done, type Context } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import type { Manager } from '@kubewright/manager'
import {
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

describe('an operator in a NestJS application', () => {
  it('has its reconcilers made by Nest, runs with the application and stops with it', async () => {
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

  it('does not start with a finalizer that nothing stands behind', async () => {
    await using cluster = await startCluster()
    class Forgetful implements Reconciles<typeof ConfigMap> {
      reconcile = async () => done()
    }
    Reconciler({ name: 'forgetful', for: ConfigMap, finalizer: 'example.dev/map' })(Forgetful)
    await expect(start(cluster, Forgetful)).rejects.toThrow(
      'Forgetful names the finalizer example.dev/map but has no cleanup()',
    )
  })
})

/** Runs every reconciler of a Nest application in one manager, from the application's start to its end. */
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common'
import { DiscoveryModule, DiscoveryService, ModulesContainer } from '@nestjs/core'
import { createManager, type Manager, type ManagerOptions, type RunningManager } from '@kubewright/manager'
import { KubewrightHealthIndicator } from './health-indicator.ts'
import { KUBEWRIGHT_MANAGER } from './manager-token.ts'
import { controllerOf, reconcilerOptionsOf, type Reconciles } from './reconciler.ts'
import type { Resource } from '@kubewright/resource'

/** As for `createManager`; controllers come from the providers, and these are added to them. */
export type KubewrightModuleOptions = Omit<ManagerOptions, 'controllers'> &
  Partial<Pick<ManagerOptions, 'controllers'>> & {
    /**
     * Hears why the manager ended while the application runs: it lost its lease, or a reconcile did not end.
     *
     * @default sends the process SIGTERM: an application that listens to signals closes, and whoever runs it starts it anew
     */
    readonly onEnded?: (error: unknown) => void
  }

export interface KubewrightModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  /** What `useFactory` is called with. */
  readonly inject?: readonly never[] | readonly (string | symbol | (abstract new (...args: never) => object))[]
  readonly useFactory: (...args: never) => KubewrightModuleOptions | Promise<KubewrightModuleOptions>
}

/** The token under which the options lie. */
const optionsToken = Symbol('kubewright options')

/** Starts the manager once everything in the application is ready, and stops it before anything else goes. */
export class KubewrightRunner implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #manager: Manager
  readonly #discovery: DiscoveryService
  readonly #options: KubewrightModuleOptions
  #running: RunningManager | undefined
  /** Whether the manager was stopped, or has ended on its own. */
  #isOver = false

  constructor(
    manager: Manager,
    discovery: DiscoveryService,
    options: KubewrightModuleOptions,
    modules: ModulesContainer,
  ) {
    this.#manager = manager
    this.#discovery = discovery
    this.#options = options
    // Reconcilers use what other modules provide. Nest begins with the farthest module and ends with the nearest, and so no
    // module may be nearer than this one.
    for (const module of modules.values()) if (module.metatype === KubewrightModule) module.distance = -1
  }

  /**
   * Failure: rejects, and so does the application's start, if a reconciler's declaration cannot work, or the manager cannot
   * start.
   */
  async onApplicationBootstrap(): Promise<void> {
    for (const { instance } of this.#discovery.getProviders() as readonly Provided[]) {
      // By what was made, not by how: a factory makes reconcilers as well.
      const options = typeof instance === 'object' && instance !== null ? optionsOf(instance) : undefined
      if (options !== undefined) await this.#manager.add(controllerOf(options, instance as Reconciles<Resource>))
    }
    this.#running = this.#manager.start()
    await this.#running.started
    this.#running.ended.catch((error: unknown) => {
      if (this.#isOver) return
      this.#isOver = true
      const hear = this.#options.onEnded ?? endProcess
      hear(error)
    })
  }

  /** Resolves when the manager has ended on its own; rejects with why. */
  get ended(): Promise<void> | undefined {
    return this.#running?.ended
  }

  async onModuleDestroy(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#running?.[Symbol.asyncDispose]()
  }
}

function endProcess(): void {
  process.kill(process.pid, 'SIGTERM')
}

interface Provided {
  readonly instance: unknown
}

function optionsOf(instance: object) {
  return typeof instance.constructor === 'function' ? reconcilerOptionsOf(instance.constructor) : undefined
}

Injectable()(KubewrightRunner)
Inject(KUBEWRIGHT_MANAGER)(KubewrightRunner, undefined, 0)
Inject(DiscoveryService)(KubewrightRunner, undefined, 1)
Inject(optionsToken)(KubewrightRunner, undefined, 2)
Inject(ModulesContainer)(KubewrightRunner, undefined, 3)

export class KubewrightModule {
  /** With options that are known when the application is written. */
  static forRoot(options: KubewrightModuleOptions): DynamicModule {
    return this.forRootAsync({ useFactory: () => options })
  }

  /** With options that other providers have: the configuration, a secret. */
  static forRootAsync({ imports = [], inject = [], useFactory }: KubewrightModuleAsyncOptions): DynamicModule {
    return {
      module: KubewrightModule,
      global: true,
      imports: [...imports, DiscoveryModule],
      providers: [
        {
          provide: optionsToken,
          inject: [...inject] as never[],
          useFactory: useFactory as (...args: never[]) => KubewrightModuleOptions,
        },
        {
          provide: KUBEWRIGHT_MANAGER,
          inject: [optionsToken],
          useFactory: ({ onEnded: _, controllers = [], ...options }: KubewrightModuleOptions) =>
            createManager({ ...options, controllers } as ManagerOptions),
        },
        KubewrightRunner,
        KubewrightHealthIndicator,
      ],
      exports: [KUBEWRIGHT_MANAGER, KubewrightHealthIndicator],
    }
  }
}

Module({})(KubewrightModule)

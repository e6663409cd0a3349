/** Runs every reconciler of a Nest application in one manager, for the lifetime of the application. */
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

/** The options of `createManager`; these controllers are added to those from providers. */
export type KubewrightModuleOptions = Omit<ManagerOptions, 'controllers'> &
  Partial<Pick<ManagerOptions, 'controllers'>> & {
    /**
     * Called when the manager ends while the application runs: it lost its lease, or a reconcile did not end.
     *
     * @default sends the process SIGTERM: an application that listens to signals closes, and its supervisor restarts it
     */
    readonly onEnded?: (error: unknown) => void
  }

/** Options of `KubewrightModule.forRootAsync`: a factory of the module options, and the providers it needs. */
export interface KubewrightModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  /** The arguments of `useFactory`. */
  readonly inject?: readonly never[] | readonly (string | symbol | (abstract new (...args: never) => object))[]
  readonly useFactory: (...args: never) => KubewrightModuleOptions | Promise<KubewrightModuleOptions>
}

/** The injection token of the options. */
const optionsToken = Symbol('kubewright options')

/** Starts the manager once the whole application is ready, and stops it before anything else is destroyed. See decision 0143. */
export class KubewrightRunner implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #manager: Manager
  readonly #discovery: DiscoveryService
  readonly #options: KubewrightModuleOptions
  #running: RunningManager | undefined
  /** Whether the manager was stopped or ended on its own. */
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
    // Reconcilers use providers of other modules. Nest starts with the most distant module and ends with the nearest, so no module may be
    // nearer than this one.
    for (const module of modules.values()) if (module.metatype === KubewrightModule) module.distance = -1
  }

  /**
   * Failure: rejects, and so does the application's start, if a reconciler's declaration is invalid or the manager cannot start.
   */
  async onApplicationBootstrap(): Promise<void> {
    for (const { instance } of this.#discovery.getProviders() as readonly Provided[]) {
      // By instance, not by provider type: a factory may create reconcilers too.
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

  /** Resolves when the manager has ended on its own; rejects with its error. */
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

/** The Nest module that runs all reconcilers of the application in one manager: `KubewrightModule.forRoot({ … })`. */
export class KubewrightModule {
  /** With static options. */
  static forRoot(options: KubewrightModuleOptions): DynamicModule {
    return this.forRootAsync({ useFactory: () => options })
  }

  /** With options from other providers: the configuration, a secret. */
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

/**
 * The current configuration of a ring: the options of the process, overridden by the `ControllerRing` of its name if there is
 * one. An invalid spec is ignored: the last valid one stays in force, and the status shows the problem.
 */
import type { Cache, Source } from '@kubewright/cache'
import { type Clock, type Logger, sleep } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import { ControllerRing } from './controller-ring.ts'
import { configuredBy, type RingConfiguration } from './ring-configuration.ts'

export interface RingSettingsOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly ring: string
  readonly namespace: string
  /** The options of the process. */
  readonly base: RingConfiguration
  /** Rejects if these namespaces cannot be listed: then the selector is not used. */
  readonly tryNamespaces: (selector: string, signal: AbortSignal) => Promise<unknown>
}

const retryMs = 5_000

export class RingSettings implements Disposable {
  readonly #options: RingSettingsOptions
  readonly #listeners = new Set<() => void>()
  readonly #stop = new AbortController()
  #source: Source<typeof ControllerRing> | undefined
  #current: RingConfiguration
  #object: ControllerRing | undefined
  #problem: string | undefined
  /** Aborted when there is a newer spec than the one being validated. */
  #trying: AbortController | undefined

  constructor(options: RingSettingsOptions) {
    this.#options = options
    this.#current = options.base
  }

  get current(): RingConfiguration {
    return this.#current
  }

  /** The last known object, if there is one. */
  get object(): ControllerRing | undefined {
    return this.#object
  }

  /** Whether the kind is installed, and may be read. */
  get isFollowed(): boolean {
    return this.#source?.isSynced === true
  }

  /** Why the object's spec is not in force. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Watches the object, as soon as its kind is installed. */
  follow(cache: Cache): void {
    const { ring, namespace } = this.#options
    this.#source = cache.source(ControllerRing, { namespace, fields: `metadata.name=${ring}` })
    this.#source.subscribe(({ type, object }) => {
      if (object.metadata.name !== ring || object.metadata.namespace !== namespace) return
      this.#apply(type === 'deleted' ? undefined : object)
    })
  }

  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  #apply(object: ControllerRing | undefined): void {
    const before = this.#object
    this.#object = object
    const isSame = before?.metadata.uid === object?.metadata.uid
    if (isSame && before?.metadata.generation === object?.metadata.generation) return
    this.#trying?.abort()
    const trying = (this.#trying = new AbortController())
    if (object === undefined) return this.#adopt(this.#options.base)
    const signal = AbortSignal.any([trying.signal, this.#stop.signal])
    void track('try a configuration of the ring', this.#try(object, signal))
  }

  async #try(object: ControllerRing, signal: AbortSignal): Promise<void> {
    const { base, clock, tryNamespaces } = this.#options
    const configured = configuredBy(base, object)
    if ('problem' in configured) return this.#refuse(configured.problem)
    const { configuration } = configured
    const { namespaceSelector: selector } = configuration
    while (!signal.aborted) {
      try {
        if (selector !== undefined && selector !== this.#current.namespaceSelector)
          await tryNamespaces(selector, signal)
        if (!signal.aborted) this.#adopt(configuration)
        return
      } catch (error) {
        if (signal.aborted) return
        this.#refuse(`spec.namespaceSelector: ${(error as Error).message}`)
        await sleep(clock, retryMs, signal).catch(() => undefined)
      }
    }
  }

  #adopt(configuration: RingConfiguration): void {
    const { log, ring } = this.#options
    this.#problem = undefined
    if (JSON.stringify(configuration) !== JSON.stringify(this.#current)) {
      log.info('ring configuration changed', { ring, ...configuration })
    }
    this.#current = configuration
    this.#notify()
  }

  #refuse(problem: string): void {
    const { log, ring } = this.#options
    if (problem !== this.#problem)
      log.warn('spec of the ring cannot be applied, keeping the previous configuration', { ring, problem })
    this.#problem = problem
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  [Symbol.dispose](): void {
    this.#stop.abort()
    this.#source?.[Symbol.dispose]()
  }
}

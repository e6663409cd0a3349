/** The services of the cluster on the loopback: keeps the listeners in sync with the API. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cache } from '@kubewright/cache'
import type { Logger } from '@kubewright/core'
import { onAbort, track } from '@kubewright/core/tasks'
import { Service } from '@kubewright/kubernetes'
import { EndpointSlice } from '@kubewright/kubernetes/discovery/v1'
import { type ApiServerAddress, publishedApiServer } from './api-access.ts'
import { loopbackOf } from './loopback.ts'
import { frontendsOf, hostsText, type ServiceFrontend } from './service-backends.ts'
import { ServiceListener } from './service-listener.ts'
import type { ServiceAddressOf } from './service-variables.ts'

function isApiServer({ metadata: { name, namespace } }: Service): boolean {
  return name === 'kubernetes' && namespace === 'default'
}

interface Open {
  readonly listener: ServiceListener
  readonly wanted: ServiceFrontend
}

export class ServiceProxy {
  readonly #directory: string
  readonly #log: Logger
  readonly #apiServer: ApiServerAddress | false | undefined
  readonly #open = new Map<string, Open>()
  readonly #written = new Map<string, string>()
  /** Addresses that could not be opened. They are not retried. */
  readonly #failed = new Set<string>()
  #read: () => { readonly services: readonly Service[]; readonly slices: readonly EndpointSlice[] } = () => ({
    services: [],
    slices: [],
  })
  #syncing: Promise<void> | undefined
  #isStale = false

  /** @param apiServer the address of the API server for processes, if its endpoints do not have it; `false` if it is not reachable */
  constructor(directory: string, log: Logger, apiServer?: ApiServerAddress | false) {
    this.#directory = directory
    this.#log = log
    this.#apiServer = apiServer
  }

  get apiServer(): ApiServerAddress | undefined {
    if (this.#apiServer !== undefined) return this.#apiServer === false ? undefined : this.#apiServer
    return publishedApiServer(this.#read().slices)
  }

  /** Whether listeners are being opened or closed. */
  get isBusy(): boolean {
    return this.#syncing !== undefined
  }

  /** The hosts file with the names of all services, as seen from a namespace. */
  hostsFile(namespace: string): string {
    return join(this.#directory, 'hosts', namespace)
  }

  readonly addressOf: ServiceAddressOf = (service, port) => {
    const { metadata, spec } = service
    if (isApiServer(service)) return this.apiServer
    const { clusterIP } = spec ?? {}
    if (clusterIP === undefined || clusterIP === 'None') return undefined
    const open = this.#open.get(`${metadata.namespace}/${metadata.name}:${port}`)
    return { host: loopbackOf(clusterIP), port: open?.listener.port ?? port }
  }

  /** Services in the variables of a namespace's pods: always including the API server, unless another service has its name there. */
  servicesFor(namespace: string, hasLinks: boolean): readonly Service[] {
    const all = this.#read().services
    const own = hasLinks ? all.filter(({ metadata }) => metadata.namespace === namespace) : []
    const isTaken = own.some(({ metadata }) => metadata.name === 'kubernetes')
    return isTaken ? own : [...own, ...all.filter(isApiServer)]
  }

  /** Runs until the signal is aborted, then closes all listeners. */
  async run(cache: Cache, signal: AbortSignal): Promise<void> {
    using services = cache.source(Service)
    using slices = cache.source(EndpointSlice)
    await Promise.all([services.synced({ signal }), slices.synced({ signal })]).catch(() => undefined)
    if (signal.aborted) return
    this.#read = () => ({ services: services.list(), slices: slices.list() })
    using _one = services.subscribe(() => this.#follow())
    using _two = slices.subscribe(() => this.#follow())
    await new Promise<void>((resolve) => onAbort(signal, resolve))
    this.#read = () => ({ services: [], slices: [] })
    this.#follow()
    while (this.#syncing !== undefined) await this.#syncing
  }

  #follow(): void {
    this.#isStale = true
    this.#syncing ??= track('follow services', this.#sync())
  }

  async #sync(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const { services, slices } = this.#read()
      await this.#align(frontendsOf(services, slices))
      await this.#writeHosts(services, slices)
    }
    this.#syncing = undefined
  }

  async #align(wanted: readonly ServiceFrontend[]): Promise<void> {
    const byName = new Map(wanted.map((one) => [one.name, one]))
    for (const [name, { listener, wanted: before }] of this.#open) {
      if (byName.get(name)?.host === before.host) continue
      this.#open.delete(name)
      await listener[Symbol.asyncDispose]()
    }
    for (const one of wanted) {
      const open = this.#open.get(one.name)
      if (open === undefined) await this.#openOne(one)
      else open.listener.backends = one.backends
    }
  }

  async #openOne(wanted: ServiceFrontend): Promise<void> {
    const key = `${wanted.host}:${wanted.port}`
    if (this.#failed.has(key)) return
    try {
      this.#open.set(wanted.name, { listener: await ServiceListener.open(wanted, this.#log), wanted })
    } catch (error) {
      this.#failed.add(key)
      this.#log.warn('could not listen on the address of a service, it stays unreachable', {
        service: wanted.name,
        address: key,
        error,
      })
    }
  }

  async #writeHosts(services: readonly Service[], slices: readonly EndpointSlice[]): Promise<void> {
    const namespaces = new Set(['default', ...services.map(({ metadata }) => metadata.namespace!)])
    for (const namespace of namespaces) {
      const text = hostsText(namespace, services, slices)
      if (this.#written.get(namespace) === text) continue
      this.#written.set(namespace, text)
      const file = this.hostsFile(namespace)
      await mkdir(join(this.#directory, 'hosts'), { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, text)
      await rename(`${file}.new`, file) // atomic for readers
    }
  }
}

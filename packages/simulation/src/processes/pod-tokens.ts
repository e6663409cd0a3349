/** The projected service account tokens of a pod: bound to that pod, and renewed before they expire. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@kubewright/client'
import type { Clock, Logger } from '@kubewright/core'
import { ServiceAccount } from '@kubewright/kubernetes'
import type { Pod, ServiceAccountTokenProjection } from '@kubewright/kubernetes/core/v1'

export interface TokenTools {
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
}

interface Wanted {
  readonly volume: string
  readonly projection: ServiceAccountTokenProjection
}

/** As in a kubelet: after this share of a token's lifetime, and at most a day after it was issued. */
const [renewAfter, renewWithinMs] = [0.8, 86_400_000]
/** The retry interval after a failed request. */
const retryMs = 10_000

export class PodTokens implements Disposable {
  readonly #pod: Pod
  readonly #tools: TokenTools
  readonly #values = new Map<ServiceAccountTokenProjection, string>()
  readonly #timers = new Map<Wanted, Disposable>()
  #isOver = false

  constructor(pod: Pod, tools: TokenTools) {
    this.#pod = pod
    this.#tools = tools
  }

  /** By the projection in the pod. */
  get values(): ReadonlyMap<ServiceAccountTokenProjection, string> {
    return this.#values
  }

  /** Failure: rejects with the error of the server. */
  async request(): Promise<void> {
    for (const { projection } of wantedBy(this.#pod)) {
      const token = await this.#requestOne(projection)
      if (token !== undefined) this.#values.set(projection, token)
    }
  }

  /** Renews the token files, until it is disposed. @param volumes the directories of volumes, by name */
  keepFresh(volumes: ReadonlyMap<string, string>): void {
    for (const wanted of wantedBy(this.#pod)) this.#schedule(wanted, volumes, renewalMs(wanted.projection))
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    for (const timer of this.#timers.values()) timer[Symbol.dispose]()
    this.#timers.clear()
  }

  #schedule(wanted: Wanted, volumes: ReadonlyMap<string, string>, ms: number): void {
    if (this.#isOver) return
    const timer = this.#tools.clock.schedule(ms, () => void this.#renew(wanted, volumes))
    this.#timers.set(wanted, timer)
  }

  async #renew(wanted: Wanted, volumes: ReadonlyMap<string, string>): Promise<void> {
    const { volume, projection } = wanted
    let inMs = retryMs
    try {
      const token = await this.#requestOne(projection)
      const file = join(volumes.get(volume)!, projection.path)
      if (this.#isOver) return
      if (token === undefined) throw new Error('the API server answered without a token')
      await writeFile(`${file}.new`, token, { mode: 0o600 })
      await rename(`${file}.new`, file) // atomic for readers
      inMs = renewalMs(projection)
    } catch (error) {
      if (this.#isOver) return
      const { name, namespace } = this.#pod.metadata
      this.#tools.log.warn('pod token could not be renewed, will retry', { pod: `${namespace}/${name}`, error })
    }
    this.#schedule(wanted, volumes, inMs)
  }

  /** The token is bound to the pod, and becomes invalid with it. */
  async #requestOne({ audience, expirationSeconds }: ServiceAccountTokenProjection): Promise<string | undefined> {
    const { metadata, spec } = this.#pod
    const account = { name: spec.serviceAccountName || 'default', namespace: metadata.namespace! }
    const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: metadata.uid }
    const audiences = audience === undefined || audience === '' ? [] : [audience]
    const request = { spec: { audiences, boundObjectRef, expirationSeconds: expirationSeconds ?? defaultSeconds } }
    const answer = await this.#tools.client.subresource(ServiceAccount, 'token').create(account, request)
    return answer?.status?.token
  }
}

const defaultSeconds = 3_600

function renewalMs({ expirationSeconds = defaultSeconds }: ServiceAccountTokenProjection): number {
  return Math.min(expirationSeconds * 1_000 * renewAfter, renewWithinMs)
}

function wantedBy({ spec }: Pod): readonly Wanted[] {
  return (spec.volumes ?? []).flatMap(({ name, projected }) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }) =>
      serviceAccountToken === undefined ? [] : [{ volume: name, projection: serviceAccountToken }],
    ),
  )
}

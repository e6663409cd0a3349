/** Connection details of the resource, published in a Secret owned by the object. */
import { type Client, ignoreNotFound } from '@kubewright/client'
import type { Children, Context, OwnedBy, OwnOptions } from '@kubewright/controller'
import type { KubeObject } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import type { ConnectionDetails } from '../operations/operations.ts'

export interface ConnectionOptions {
  readonly name: string
  readonly object: KubeObject
  readonly client: Client
  readonly signal: AbortSignal
  readonly own: Context['own']
}

/** The key of the Secret among the children passed to `own`. */
const childName = '~connection'

export class Connection {
  readonly #options: ConnectionOptions
  /** The content of the Secret, once read. */
  #held: { readonly details: ConnectionDetails | undefined } | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  async read(): Promise<ConnectionDetails | undefined> {
    this.#held ??= { details: await this.#load() }
    return this.#held.details
  }

  /** Ignores a Secret of that name with another owner: publishing reports the conflict. */
  async #load(): Promise<ConnectionDetails | undefined> {
    const { client, name, object, signal } = this.#options
    const { namespace, uid } = object.metadata
    const ref = namespace === undefined ? { name } : { name, namespace }
    const secret = await client.get(Secret, ref, { signal }).catch(ignoreNotFound)
    const isOurs = secret?.metadata.ownerReferences?.some((owner) => owner.uid === uid) ?? false
    if (secret === undefined || !isOurs) return undefined
    const entries = Object.entries(secret.data ?? {})
    return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]))
  }

  /** Merges details into the existing ones. Writes nothing if the Secret has them all. */
  async publish(details: ConnectionDetails): Promise<void> {
    const held = await this.read()
    await this.#options.own({ [childName]: this.#secretOf({ ...held, ...details }) })
    this.#held = { details: { ...held, ...details } }
  }

  /** `own` for a controller with children of its own. Adds the Secret, which would be pruned if it were not named. */
  async own<C extends Children>(children: C, options?: OwnOptions): Promise<OwnedBy<C>> {
    const held = await this.read()
    const all = held === undefined ? children : { ...children, [childName]: this.#secretOf(held) }
    return (await this.#options.own(all, options)) as OwnedBy<C>
  }

  #secretOf(details: ConnectionDetails) {
    const { name, object } = this.#options
    const { namespace } = object.metadata
    const data = Object.entries(details).map(([key, value]) => [key, Buffer.from(value, 'utf8').toString('base64')])
    return manifest(Secret, {
      metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
      type: 'Opaque',
      data: Object.fromEntries(data) as Record<string, string>,
    })
  }
}

/**
 * An in-memory cluster: versions, conflicts, labels, and the parts of apply and patch that are used here. The behaviour it
 * models is also tested on a real API server, in `test/integration/webhook`.
 */
import { type ErrorCode, KubewrightError, type Ref } from '@kubewright/core'
import { deepClone, type JsonObject } from '@kubewright/core/json'
import type { Resource } from '@kubewright/resource'
import type { WebhookCluster } from '../webhook-cluster.ts'

interface Stored {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly [field: string]: unknown
}

/** Decides when a call is executed, and whether its response arrives. */
export type Courier = (call: string, carryOut: () => unknown) => Promise<unknown>

const atOnce: Courier = async (_, carryOut) => carryOut()

export class MemoryCluster {
  readonly #objects = new Map<string, Stored>()
  #version = 0

  /** The stored object. */
  find(resource: Resource, ref: Ref): Stored | undefined {
    return this.#objects.get(keyOf(resource, ref))
  }

  /** All objects of a kind. */
  all(resource: Resource): readonly Stored[] {
    return [...this.#objects].filter(([key]) => key.startsWith(`${resource.plural}/`)).map(([, object]) => object)
  }

  put(resource: Resource, object: object, expected?: string): Stored {
    const { metadata, ...rest } = deepClone(object as JsonObject) as unknown as Stored
    const key = keyOf(resource, metadata)
    const before = this.#objects.get(key)
    if (expected !== undefined && before?.metadata.resourceVersion !== expected) throw failure('KW_CLIENT_CONFLICT')
    const version = String(++this.#version)
    const stored = {
      ...rest,
      metadata: { ...metadata, uid: before?.metadata.uid ?? version, resourceVersion: version },
    }
    this.#objects.set(key, stored)
    return deepClone(stored as unknown as JsonObject) as unknown as Stored
  }

  remove(resource: Resource, ref: Ref, uid?: string): void {
    const before = this.find(resource, ref)
    if (before === undefined) throw failure('KW_CLIENT_NOT_FOUND')
    if (uid !== undefined && before.metadata.uid !== uid) throw failure('KW_CLIENT_CONFLICT')
    this.#objects.delete(keyOf(resource, ref))
  }

  /** The client verbs; `courier` executes each call. */
  verbs(courier: Courier = atOnce): WebhookCluster {
    const verbs = {
      get: (resource: Resource, ref: Ref) => courier(`get ${resource.plural}`, () => this.#read(resource, ref)),
      list: (resource: Resource, { labels = {} }: { labels?: Readonly<Record<string, string>> } = {}) =>
        courier(`list ${resource.plural}`, () => ({ items: this.#select(resource, labels) })),
      create: (resource: Resource, object: Stored) =>
        courier(`create ${resource.plural}`, () => {
          if (this.find(resource, object.metadata) !== undefined) throw failure('KW_CLIENT_ALREADY_EXISTS')
          return this.put(resource, object)
        }),
      update: (resource: Resource, object: Stored) =>
        courier(`update ${resource.plural}`, () => this.put(resource, object, object.metadata.resourceVersion)),
      apply: (resource: Resource, object: Stored) =>
        courier(`apply ${resource.plural}`, () => this.put(resource, object, object.metadata.resourceVersion)),
      patch: (resource: Resource, ref: Ref, [version, change]: readonly { path: string; value: unknown }[]) =>
        courier(`patch ${resource.plural}`, () => {
          const object = this.#read(resource, ref) as unknown as { spec: object }
          const [, , field = ''] = change!.path.split('/')
          const spec = { ...object.spec, [field]: change!.value }
          return this.put(resource, { ...object, spec }, version!.value as string)
        }),
      delete: (resource: Resource, ref: Ref, { preconditions }: { preconditions?: { uid?: string } } = {}) =>
        courier(`delete ${resource.plural}`, () => this.remove(resource, ref, preconditions?.uid)),
    }
    return verbs as unknown as WebhookCluster
  }

  #read(resource: Resource, ref: Ref): Stored {
    const found = this.find(resource, ref)
    if (found === undefined) throw failure('KW_CLIENT_NOT_FOUND')
    return deepClone(found as unknown as JsonObject) as unknown as Stored
  }

  #select(resource: Resource, labels: Readonly<Record<string, string>>): readonly Stored[] {
    return this.all(resource)
      .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value))
      .map((object) => deepClone(object as unknown as JsonObject) as unknown as Stored)
  }
}

function keyOf(
  { plural }: Resource,
  { namespace = '', name }: { namespace?: string | undefined; name: string },
): string {
  return `${plural}/${namespace}/${name}`
}

function failure(code: ErrorCode): Error {
  return new KubewrightError(code, { what: 'do that', why: code })
}

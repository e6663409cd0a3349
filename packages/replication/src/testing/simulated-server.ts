/**
 * The API server of a simulated cluster: objects with resource versions and generations, finalizers, a status subresource, a log that
 * watches are served from, and backups. A minimal model for replication. `simulated-api.ts` of sharding says why there are two.
 */
import { clientErrors } from '@kubewright/client'
import { connectionErrors } from '@kubewright/client/connection'
import type { KubeObject } from '@kubewright/core'
import { applyMergePatch, deepEqual, deepFreeze, type JsonObject } from '@kubewright/core/json'
import { contentOf } from '../content.ts'

/** One write and its writer. */
export interface Write {
  readonly by: string
  readonly verb: 'create' | 'patch' | 'status' | 'delete'
  readonly version: number
  readonly kind: string
  readonly before: KubeObject | undefined
  readonly after: KubeObject | undefined
}

/** Writer, verb and kind. */
type Act = Pick<Write, 'by' | 'verb' | 'kind'>

export interface ObjectRef {
  readonly namespace?: string | undefined
  readonly name: string
}

type Code =
  | 'KW_CLIENT_NOT_FOUND'
  | 'KW_CLIENT_CONFLICT'
  | 'KW_CLIENT_ALREADY_EXISTS'
  | 'KW_CLIENT_EXPIRED'
  | 'KW_CLIENT_UNAUTHORIZED'
  | 'KW_CLIENT_UNAVAILABLE'

export function fault(code: Code, what: string): Error {
  return clientErrors(code, { what, why: code.toLowerCase() })
}

export function lostConnection(isSent: boolean): Error {
  const code = isSent ? 'KW_CLIENT_CONNECTION_LOST' : 'KW_CLIENT_UNREACHABLE'
  return connectionErrors(code, { what: 'reach the server', why: 'the link is down' })
}

/** A state to restore. */
export type Backup = ReadonlyMap<string, KubeObject>

export class SimulatedServer {
  readonly name: string
  /** All writes since the log was last truncated. */
  #log: Write[] = []
  #objects = new Map<string, KubeObject>()
  #version = 1
  #forgotten = 0
  #uids = 0
  readonly #followers = new Set<() => void>()
  onWrite: ((write: Write) => void) | undefined

  readonly #now: () => number

  constructor(name: string, now: () => number) {
    this.name = name
    this.#now = now
  }

  get #time(): string {
    return new Date(this.#now()).toISOString()
  }

  get version(): number {
    return this.#version
  }

  get(kind: string, ref: ObjectRef): KubeObject | undefined {
    return this.#objects.get(keyOf(kind, ref))
  }

  list(kind: string, namespace?: string): readonly KubeObject[] {
    const prefix = namespace === undefined ? `${kind}|` : `${kind}|${namespace}/`
    const all: KubeObject[] = []
    for (const [key, object] of this.#objects) if (key.startsWith(prefix)) all.push(object)
    return all
  }

  create(by: string, kind: string, given: object): KubeObject {
    const { metadata, ...content } = given as KubeObject
    const ref = { name: metadata.name, namespace: metadata.namespace }
    if (this.get(kind, ref) !== undefined) throw fault('KW_CLIENT_ALREADY_EXISTS', `create ${kind} ${ref.name}`)
    const uid = `${this.name}-${++this.#uids}`
    const { status: _, ...rest } = content as { status?: unknown }
    const own = { uid, generation: 1, creationTimestamp: this.#time }
    const made = { apiVersion: 'net.example.dev/v1', kind, ...rest, metadata: { ...metadata, ...own } }
    return this.#store({ by, verb: 'create', kind }, undefined, made as unknown as KubeObject)
  }

  patch(by: string, kind: string, ref: ObjectRef, patch: object): KubeObject {
    const before = this.#find(kind, ref, patch)
    const { metadata, status: _, ...content } = patch as JsonObject
    const merged = applyMergePatch(before as never, { metadata: metadata ?? {}, ...content }) as unknown as KubeObject
    const isOther = !deepEqual(contentOf(before), contentOf(merged))
    const generation = (before.metadata.generation ?? 0) + (isOther ? 1 : 0)
    return this.#replace({ by, verb: 'patch', kind }, before, {
      ...merged,
      metadata: { ...merged.metadata, generation },
    })
  }

  patchStatus(by: string, kind: string, ref: ObjectRef, patch: object): KubeObject {
    const before = this.#find(kind, ref, patch)
    const { status = {} } = patch as { status?: object }
    const merged = applyMergePatch(before as never, { status } as never) as unknown as KubeObject
    return this.#replace({ by, verb: 'status', kind }, before, merged)
  }

  /** @returns the remaining object, if finalizers keep it */
  delete(
    by: string,
    kind: string,
    ref: ObjectRef,
    preconditions?: { readonly uid?: string; readonly resourceVersion?: string },
  ): KubeObject | undefined {
    const before = this.#find(kind, ref, { metadata: preconditions ?? {} })
    if ((before.metadata.finalizers ?? []).length === 0) return this.#remove(by, kind, before)
    if (before.metadata.deletionTimestamp !== undefined) return before
    const metadata = { ...before.metadata, deletionTimestamp: this.#time }
    return this.#store({ by, verb: 'delete', kind }, before, { ...before, metadata })
  }

  backup(): Backup {
    return new Map(this.#objects)
  }

  /** Restores an older state. Resource versions continue from a higher one, and watches must restart. */
  restore(backup: Backup): void {
    this.#objects = new Map(backup)
    this.#version += 1_000
    this.#forgotten = this.#version
    this.#log = []
    this.#tell()
  }

  since(version: number): readonly Write[] {
    if (version < this.#forgotten) throw fault('KW_CLIENT_EXPIRED', 'watch')
    let from = this.#log.length
    while (from > 0 && this.#log[from - 1]!.version > version) from--
    return this.#log.slice(from)
  }

  follow(tell: () => void): Disposable {
    this.#followers.add(tell)
    return { [Symbol.dispose]: () => void this.#followers.delete(tell) }
  }

  #find(kind: string, ref: ObjectRef, patch: object): KubeObject {
    const found = this.get(kind, ref)
    if (found === undefined) throw fault('KW_CLIENT_NOT_FOUND', `find ${kind} ${ref.name}`)
    const { uid, resourceVersion } = (patch as { metadata?: { uid?: string; resourceVersion?: string } }).metadata ?? {}
    const isOther = uid !== undefined && uid !== found.metadata.uid
    const isNewer = resourceVersion !== undefined && resourceVersion !== found.metadata.resourceVersion
    if (isOther || isNewer) throw fault('KW_CLIENT_CONFLICT', `change ${kind} ${ref.name}`)
    return found
  }

  #replace({ by, verb, kind }: Act, before: KubeObject, after: KubeObject): KubeObject {
    const { deletionTimestamp, finalizers = [] } = after.metadata
    if (deletionTimestamp !== undefined && finalizers.length === 0) return this.#remove(by, kind, before) ?? before
    if (deepEqual(before as never, after as never)) return before
    return this.#store({ by, verb, kind }, before, after)
  }

  #remove(by: string, kind: string, before: KubeObject): undefined {
    this.#objects.delete(keyOf(kind, before.metadata))
    this.#note({ by, verb: 'delete', version: ++this.#version, kind, before, after: undefined })
    return undefined
  }

  #store({ by, verb, kind }: Act, before: KubeObject | undefined, given: KubeObject): KubeObject {
    const resourceVersion = String(++this.#version)
    const after = deepFreeze({ ...given, metadata: { ...given.metadata, resourceVersion } }) as KubeObject
    this.#objects.set(keyOf(kind, after.metadata), after)
    this.#note({ by, verb, version: this.#version, kind, before, after })
    return after
  }

  #note(write: Write): void {
    this.#log.push(write)
    this.onWrite?.(write)
    this.#tell()
  }

  #tell(): void {
    for (const tell of Array.from(this.#followers)) tell()
  }
}

function keyOf(kind: string, { namespace = '', name }: ObjectRef): string {
  return `${kind}|${namespace}/${name}`
}

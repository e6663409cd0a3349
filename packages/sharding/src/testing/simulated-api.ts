/**
 * The API server of a simulated fleet: objects with versions, optimistic concurrency, and a log that serves watches. A
 * minimal model: it behaves like a real server in everything that sharding uses, and has nothing else.
 *
 * Not shared with the model of replication (`simulated-server.ts`), whose writes carry their writer, a generation and finalizers, and whose
 * state can be restored from a backup. This one has selectors, garbage collection and a log for each kind. What both have in common is a
 * map, a counter and a precondition, and thousands of seeded stories depend on the order in which each of them wakes its watches.
 */
import { clientErrors } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { applyMergePatch, deepEqual, deepFreeze, isJsonObject } from '@kubewright/core/json'
import { compileLabelSelector, type LabelMatcher } from '@kubewright/core/selectors'

/** One write. */
export interface Logged {
  readonly version: number
  readonly kind: string
  readonly before: KubeObject | undefined
  readonly after: KubeObject | undefined
}

/** Reference to an object of a kind. */
export interface ObjectRef {
  readonly namespace?: string | undefined
  readonly name: string
}

export type Fault =
  | 'KW_CLIENT_NOT_FOUND'
  | 'KW_CLIENT_CONFLICT'
  | 'KW_CLIENT_ALREADY_EXISTS'
  | 'KW_CLIENT_EXPIRED'
  | 'KW_CLIENT_CONNECTION_LOST'

export function fault(code: Fault, what: string): Error {
  const why = code.slice('KW_'.length).toLowerCase()
  return clientErrors(code as never, { what, why, next: 'Try again.' })
}

/** The state of one kind. */
interface Shelf {
  readonly objects: Map<string, KubeObject>
  readonly log: Logged[]
  readonly followers: Set<Follower>
}

interface Follower {
  readonly matches: LabelMatcher
  readonly tell: () => void
}

export class SimulatedApi {
  readonly #shelves = new Map<string, Shelf>()
  #version = 0
  #uids = 0
  /** Watches from an older version get `Expired`. */
  #forgotten = 0
  /** Called for every write. */
  onWrite: ((logged: Logged) => void) | undefined

  get version(): string {
    return String(this.#version)
  }

  get(kind: string, ref: ObjectRef): KubeObject | undefined {
    return this.#shelf(kind).objects.get(keyOf(ref))
  }

  list(kind: string, matches?: LabelMatcher): readonly KubeObject[] {
    const all = [...this.#shelf(kind).objects.values()]
    return matches === undefined ? all : all.filter(({ metadata }) => matches(metadata.labels))
  }

  create(kind: string, given: object): KubeObject {
    const { metadata, ...rest } = given as KubeObject
    const uid = `uid-${++this.#uids}`
    const name = metadata.name ?? `${metadata.generateName ?? ''}${(this.#uids * 7919) % 100_000}`
    if (this.get(kind, { ...metadata, name }) !== undefined)
      throw fault('KW_CLIENT_ALREADY_EXISTS', `create ${kind} ${name}`)
    return this.#store(kind, undefined, { ...rest, metadata: { ...metadata, name, uid, resourceVersion: '' } } as never)
  }

  /** A merge patch as on a server: a version or uid in it is a precondition. */
  patch(kind: string, ref: ObjectRef, patch: object): KubeObject {
    const before = this.#find(kind, ref, 'patch')
    assertAsExpected(before, (patch as { metadata?: Preconditions }).metadata)
    const after = applyMergePatch(before as never, patch as never) as unknown as KubeObject
    if (deepEqual(after as never, before as never)) return before
    return this.#store(kind, before, after)
  }

  delete(kind: string, ref: ObjectRef, preconditions?: Preconditions): KubeObject {
    const before = this.#find(kind, ref, 'delete')
    assertAsExpected(before, preconditions)
    this.#shelf(kind).objects.delete(keyOf(ref))
    this.#note({ version: ++this.#version, kind, before, after: undefined })
    this.#collect(before.metadata.uid)
    return before
  }

  /** Garbage collection: deletes the objects owned by `owner`. */
  #collect(owner: string): void {
    for (const [kind, { objects }] of this.#shelves) {
      for (const { metadata } of objects.values()) {
        if (metadata.ownerReferences?.some(({ uid }) => uid === owner)) this.delete(kind, metadata)
      }
    }
  }

  /** Compacts the log: watches have to start over. */
  compact(): void {
    this.#forgotten = this.#version
  }

  /** The changes after `version`, as a watch with this selector sees them. */
  changesSince(kind: string, version: number, matches: LabelMatcher): readonly Change[] {
    if (version < this.#forgotten) throw fault('KW_CLIENT_EXPIRED', `watch ${kind}`)
    const { log } = this.#shelf(kind)
    const changes: Change[] = []
    for (let at = firstAfter(log, version); at < log.length; at++) {
      const change = changeOf(log[at]!, matches)
      if (change !== undefined) changes.push(change)
    }
    return changes
  }

  /** Calls `tell` on every change that is relevant to a watch with this selector. */
  follow(kind: string, matches: LabelMatcher, tell: () => void): Disposable {
    const { followers } = this.#shelf(kind)
    const follower = { matches, tell }
    followers.add(follower)
    return { [Symbol.dispose]: () => void followers.delete(follower) }
  }

  #shelf(kind: string): Shelf {
    const known = this.#shelves.get(kind)
    if (known !== undefined) return known
    const made: Shelf = { objects: new Map(), log: [], followers: new Set() }
    this.#shelves.set(kind, made)
    return made
  }

  #find(kind: string, ref: ObjectRef, verb: string): KubeObject {
    const found = this.get(kind, ref)
    if (found === undefined) throw fault('KW_CLIENT_NOT_FOUND', `${verb} ${kind} ${ref.name}`)
    return found
  }

  #store(kind: string, before: KubeObject | undefined, given: KubeObject): KubeObject {
    const resourceVersion = String(++this.#version)
    const after = deepFreeze({ ...given, metadata: { ...given.metadata, resourceVersion } }) as KubeObject
    this.#shelf(kind).objects.set(keyOf(after.metadata), after)
    this.#note({ version: this.#version, kind, before, after })
    return after
  }

  #note(logged: Logged): void {
    const { log, followers } = this.#shelf(logged.kind)
    log.push(logged)
    this.onWrite?.(logged)
    for (const { matches, tell } of followers) if (changeOf(logged, matches) !== undefined) tell()
  }
}

interface Preconditions {
  readonly uid?: string
  readonly resourceVersion?: string
}

function assertAsExpected({ kind, metadata }: KubeObject, { uid, resourceVersion }: Preconditions = {}): void {
  const isOther = uid !== undefined && uid !== metadata.uid
  const isNewer = resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion
  if (isOther || isNewer) throw fault('KW_CLIENT_CONFLICT', `change ${kind} ${metadata.name}`)
}

function keyOf({ namespace = '', name }: ObjectRef): string {
  return `${namespace}/${name}`
}

export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly version: number
  readonly object: KubeObject
}

function firstAfter(log: readonly Logged[], version: number): number {
  let [low, high] = [0, log.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (log[middle]!.version <= version) low = middle + 1
    else high = middle
  }
  return low
}

function changeOf({ version, before, after }: Logged, matches: LabelMatcher): Change | undefined {
  const was = before !== undefined && matches(before.metadata.labels)
  const is = after !== undefined && matches(after.metadata.labels)
  if (is) return { type: was ? 'MODIFIED' : 'ADDED', version, object: after }
  if (!was) return undefined
  const last = after ?? before
  return {
    type: 'DELETED',
    version,
    object: { ...last, metadata: { ...last.metadata, resourceVersion: String(version) } },
  }
}

const matchers = new Map<string, LabelMatcher>()

export function matcherOf(labels: unknown): LabelMatcher {
  const text = typeof labels === 'string' ? labels : isJsonObject(labels) ? JSON.stringify(labels) : ''
  const known = matchers.get(text)
  if (known !== undefined) return known
  const made = compileLabelSelector((labels ?? '') as string)
  matchers.set(text, made)
  return made
}

/**
 * The API server of a simulated fleet: objects with versions, optimistic concurrency, and a log that watches are served from.
 * A model, no more than sharding needs: everything that matters to it is as on a real server, and nothing else is there.
 */
import { clientErrors } from '@kubewright/client'
import {
  applyMergePatch,
  compileLabelSelector,
  deepFreeze,
  isJsonObject,
  type KubeObject,
  type LabelMatcher,
} from '@kubewright/core'

export interface Logged {
  readonly version: number
  readonly kind: string
  readonly before: KubeObject | undefined
  readonly after: KubeObject | undefined
}

export type Fault = 'KW_CLIENT_NOT_FOUND' | 'KW_CLIENT_CONFLICT' | 'KW_CLIENT_ALREADY_EXISTS' | 'KW_CLIENT_EXPIRED'

export function fault(code: Fault | 'KW_CLIENT_CONNECTION_LOST' | 'KW_CLIENT_UNREACHABLE', what: string): Error {
  const why = code.slice('KW_'.length).toLowerCase()
  return clientErrors(code as never, { what, why, next: 'Try again.' })
}

export class SimulatedApi {
  readonly #objects = new Map<string, KubeObject>()
  readonly #log: Logged[] = []
  readonly #followers = new Set<() => void>()
  #version = 0
  #uids = 0
  /** Watches cannot begin before it. */
  #forgotten = 0
  /** Hears of every write. */
  onWrite: ((logged: Logged) => void) | undefined

  get version(): string {
    return String(this.#version)
  }

  get(kind: string, name: string): KubeObject | undefined {
    return this.#objects.get(`${kind}/${name}`)
  }

  list(kind: string, matches?: LabelMatcher): readonly KubeObject[] {
    const prefix = `${kind}/`
    const found: KubeObject[] = []
    for (const [key, object] of this.#objects) {
      if (key.startsWith(prefix) && (matches === undefined || matches(object.metadata.labels))) found.push(object)
    }
    return found
  }

  create(kind: string, given: object): KubeObject {
    const { metadata, ...rest } = given as KubeObject
    const key = `${kind}/${metadata.name}`
    if (this.#objects.has(key)) throw fault('KW_CLIENT_ALREADY_EXISTS', `create ${key}`)
    const uid = `uid-${++this.#uids}`
    return this.#store(kind, undefined, {
      ...rest,
      metadata: { ...metadata, uid, resourceVersion: '', creationTimestamp: '' },
    } as KubeObject)
  }

  /** As merge patches are on a server: a version or uid in it has to be the object's. */
  patch(kind: string, name: string, patch: object): KubeObject {
    const before = this.#objects.get(`${kind}/${name}`)
    if (before === undefined) throw fault('KW_CLIENT_NOT_FOUND', `patch ${kind}/${name}`)
    const { resourceVersion, uid } = (patch as { metadata?: { resourceVersion?: string; uid?: string } }).metadata ?? {}
    const isOther = uid !== undefined && uid !== before.metadata.uid
    const isNewer = resourceVersion !== undefined && resourceVersion !== before.metadata.resourceVersion
    if (isOther || isNewer) throw fault('KW_CLIENT_CONFLICT', `patch ${kind}/${name}`)
    const after = applyMergePatch(before as never, patch as never) as unknown as KubeObject
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    return this.#store(kind, before, after)
  }

  delete(kind: string, name: string, preconditions: { uid?: string; resourceVersion?: string } = {}): KubeObject {
    const before = this.#objects.get(`${kind}/${name}`)
    if (before === undefined) throw fault('KW_CLIENT_NOT_FOUND', `delete ${kind}/${name}`)
    const { uid = before.metadata.uid, resourceVersion = before.metadata.resourceVersion } = preconditions
    if (uid !== before.metadata.uid || resourceVersion !== before.metadata.resourceVersion) {
      throw fault('KW_CLIENT_CONFLICT', `delete ${kind}/${name}`)
    }
    this.#objects.delete(`${kind}/${name}`)
    this.#note({ version: ++this.#version, kind, before, after: undefined })
    return before
  }

  /** Forgets everything that happened: watches have to start over. */
  compact(): void {
    this.#forgotten = this.#version
  }

  /** What happened after `version`, as somebody sees it who looks at some of the objects. */
  changesSince(kind: string, version: number, matches: LabelMatcher): readonly Change[] {
    if (version < this.#forgotten) throw fault('KW_CLIENT_EXPIRED', `watch ${kind}`)
    const changes: Change[] = []
    for (let at = firstAfter(this.#log, version); at < this.#log.length; at++) {
      const logged = this.#log[at]!
      const change = logged.kind === kind ? changeOf(logged, matches) : undefined
      if (change !== undefined) changes.push(change)
    }
    return changes
  }

  follow(listener: () => void): Disposable {
    this.#followers.add(listener)
    return { [Symbol.dispose]: () => void this.#followers.delete(listener) }
  }

  #store(kind: string, before: KubeObject | undefined, given: KubeObject): KubeObject {
    const resourceVersion = String(++this.#version)
    const after = deepFreeze({ ...given, metadata: { ...given.metadata, resourceVersion } }) as KubeObject
    this.#objects.set(`${kind}/${after.metadata.name}`, after)
    this.#note({ version: this.#version, kind, before, after })
    return after
  }

  #note(logged: Logged): void {
    this.#log.push(logged)
    this.onWrite?.(logged)
    for (const tell of this.#followers) tell()
  }
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

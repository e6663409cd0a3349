/** The link from a simulated process to a server, and the client that uses it. */
import type { Client } from '@kubewright/client'
import type { Clock, KubeObject } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import { fault, lostConnection, type ObjectRef, type SimulatedServer, type Write } from './simulated-server.ts'

/** The state of a link: changed by incidents. */
export interface LinkState {
  isCut: boolean
  isSlow: boolean
  losesAnswers: boolean
}

export interface LinkParts {
  readonly clock: Clock
  readonly random: Random
  readonly server: SimulatedServer
  readonly state: LinkState
  /** Whether the server is down, and whether the credential is revoked. */
  readonly isDown: () => boolean
  readonly isRevoked: () => boolean
  /** The writer. */
  readonly by: string
  /** The only namespace the caller may access; all if omitted. */
  readonly only?: string
}

interface Kind {
  readonly kind: string
}

interface Options {
  readonly signal?: AbortSignal
  readonly namespace?: string
  readonly resourceVersion?: string
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
  readonly onOpened?: () => void
}

/** The verbs that replication and its caches use. */
export function simulatedClient(link: LinkParts): Client {
  const { server, by } = link
  const allowed = (kind: string, ref: ObjectRef) => {
    const namespace = kind === 'Namespace' ? ref.name : ref.namespace
    if (link.only !== undefined && namespace !== link.only)
      throw new Error(`${by} left its tenant namespace: ${namespace}`)
  }
  const call = <T>(kind: string, ref: ObjectRef, run: () => T, { signal }: Options = {}) => {
    allowed(kind, ref)
    return exchange(link, run, signal)
  }
  const verbs = {
    namespace: undefined,
    get: ({ kind }: Kind, ref: ObjectRef, options?: Options) =>
      call(kind, ref, () => found(server.get(kind, ref), ref.name), options),
    list: ({ kind }: Kind, options: Options = {}) => ({
      async *pages() {
        const page = await exchange(
          link,
          () => ({
            items: server.list(kind, options.namespace),
            metadata: { resourceVersion: String(server.version) },
          }),
          options.signal,
        )
        yield page
      },
    }),
    watch: ({ kind }: Kind, options: Options = {}) => watch(link, kind, options),
    create: ({ kind }: Kind, object: KubeObject, options?: Options) =>
      call(kind, object.metadata, () => server.create(by, kind, object), options),
    patch: ({ kind }: Kind, ref: ObjectRef, patch: object, options?: Options) =>
      call(kind, ref, () => server.patch(by, kind, ref, patch), options),
    delete: ({ kind }: Kind, ref: ObjectRef, options: Options = {}) =>
      call(kind, ref, () => server.delete(by, kind, ref, options.preconditions), options),
    update: unused,
    apply: unused,
    status: {
      update: unused,
      apply: unused,
      patch: ({ kind }: Kind, ref: ObjectRef, patch: object, options?: Options) =>
        call(kind, ref, () => server.patchStatus(by, kind, ref, patch), options),
    },
    scale: {},
    metadata: {},
  }
  return { ...verbs, metadata: { ...verbs } } as unknown as Client
}

/** Unused by replication, but required by the caches. */
function unused(): never {
  throw new Error('the simulated server has no such verb')
}

function travelMs({ random, state }: LinkParts): number {
  return state.isSlow ? 1_000 + random.next() * 6_000 : 1 + random.next() * 30
}

/** One request: it may be lost, be rejected, or its response may be lost. An aborted request may still arrive. */
function exchange<T>(link: LinkParts, run: () => T, signal: AbortSignal | undefined): Promise<T> {
  const { clock, random, state } = link
  return new Promise<T>((resolve, reject) => {
    let isForgotten = signal?.aborted ?? false
    if (isForgotten) return reject(signal!.reason as Error)
    const listening =
      signal &&
      onAbort(signal, () => {
        isForgotten = random.next() < 0.5
        reject(signal.reason as Error)
      })
    const end = (settle: () => void) => {
      listening?.[Symbol.dispose]()
      settle()
    }
    clock.schedule(travelMs(link), () => {
      if (isForgotten) return end(() => undefined)
      const refusal = refusalOf(link)
      if (refusal !== undefined) return end(() => reject(refusal))
      const answer = outcomeOf(run)
      clock.schedule(travelMs(link), () => {
        if (state.isCut || (state.losesAnswers && random.next() < 0.7)) return end(() => reject(lostConnection(true)))
        end(() => (answer.isDone ? resolve(answer.value) : reject(answer.error)))
      })
    })
  })
}

function refusalOf({ state, isDown, isRevoked }: LinkParts): Error | undefined {
  if (state.isCut) return lostConnection(false)
  if (isDown()) return fault('KW_CLIENT_UNAVAILABLE', 'be served')
  return isRevoked() ? fault('KW_CLIENT_UNAUTHORIZED', 'be recognised') : undefined
}

type Answer<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false; readonly error: Error }

function outcomeOf<T>(run: () => T): Answer<T> {
  try {
    return { isDone: true, value: run() }
  } catch (error) {
    return { isDone: false, error: error as Error }
  }
}

async function* watch(link: LinkParts, kind: string, options: Options): AsyncGenerator<object> {
  const { server, clock } = link
  const { signal, resourceVersion, namespace } = options
  const begun = await exchange(
    link,
    () => {
      if (resourceVersion !== undefined)
        return { from: Number(resourceVersion), initial: undefined, gap: server.since(Number(resourceVersion)) }
      return { from: server.version, initial: server.list(kind, namespace), gap: [] }
    },
    signal,
  )
  options.onOpened?.()
  const isOurs = (write: Write) =>
    write.kind === kind && (namespace === undefined || (write.after ?? write.before)!.metadata.namespace === namespace)
  let version = begun.from
  let isPending = true
  let end: Error | 'over' | undefined
  let wake: (() => void) | undefined
  const nudge = () => {
    isPending = true
    clock.schedule(travelMs(link), () => wake?.())
  }
  using _following = server.follow(nudge)
  using _listening = signal && onAbort(signal, () => ((end = 'over'), wake?.()))
  // A dead connection is detected after a delay, as with a real one.
  using _probing = repeat(clock, 15_000, () =>
    refusalOf(link) === undefined ? undefined : ((end ??= lostConnection(true)), wake?.()),
  )
  if (begun.initial !== undefined) {
    for (const object of begun.initial) yield eventOf('ADDED', object)
    yield { type: 'BOOKMARK', resourceVersion: String(version), isInitialEventsEnd: true }
  }
  for (;;) {
    if (end === 'over') return
    if (end !== undefined) throw end
    if (isPending && !link.state.isCut && !link.isDown()) {
      isPending = false
      for (const write of server.since(version)) {
        version = write.version
        if (isOurs(write)) yield changeOf(write)
      }
      continue
    }
    if (isPending) clock.schedule(1_000, () => wake?.()) // delayed events arrive when the link works again
    await new Promise<void>((resolve) => (wake = resolve))
  }
}

function repeat(clock: Clock, ms: number, run: () => void): Disposable {
  let timer = clock.schedule(ms, tick)
  function tick() {
    timer = clock.schedule(ms, tick)
    run()
  }
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() }
}

function changeOf({ before, after, version }: Write): object {
  if (after !== undefined) return eventOf(before === undefined ? 'ADDED' : 'MODIFIED', after)
  return eventOf('DELETED', { ...before!, metadata: { ...before!.metadata, resourceVersion: String(version) } })
}

function eventOf(type: string, object: KubeObject): object {
  const { name, namespace, uid, resourceVersion, labels } = object.metadata
  return { type, name, namespace, uid, resourceVersion, labels, object }
}

function found<T>(object: T | undefined, name: string): T {
  if (object === undefined) throw fault('KW_CLIENT_NOT_FOUND', `get ${name}`)
  return object
}

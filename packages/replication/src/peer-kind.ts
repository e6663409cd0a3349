/** One replicated kind at one peer: its replicas, as far as they can be watched. Malformed objects are ignored. */
import type { Source, SourceState } from '@kubewright/cache'
import type { KubeObject, Ref } from '@kubewright/core'
import type { HomeKind } from './home-kind.ts'
import { originalRef } from './names.ts'
import { type Outcome, problem } from './outcome.ts'
import type { SettledContent } from './replica.ts'
import { newestOf } from './restored-peer.ts'
import { isWellFormed } from './well-formed.ts'

export class PeerKind implements Disposable {
  readonly home: HomeKind
  readonly source: Source
  readonly settled = new Map<string, SettledContent>()
  /** Why the kind cannot be watched there: its CRD or a permission is missing. */
  problem: (Outcome & { state: 'problem' }) | undefined
  /** The last version that the watch reported. */
  #reached: string | undefined
  #subscription: Disposable | undefined

  constructor(home: HomeKind, source: Source) {
    this.home = home
    this.source = source
  }

  /** Calls `changed` for the original of every replica that exists, changes or is deleted, and `ignored` for malformed objects. */
  follow(changed: (ref: Ref) => void, ignored: () => void): void {
    this.#subscription = this.source.subscribe(({ type, object }) => {
      if (!isWellFormed(object)) return ignored()
      const ref = originalRef(object.metadata.name)
      if (type === 'deleted') this.settled.delete(object.metadata.name)
      if (ref !== undefined) changed(ref)
    })
  }

  /**
   * @param patienceMs how long an older state is not reported: a server that lags behind catches up in seconds
   * @returns whether the reported problem changed
   */
  moved(state: SourceState, patienceMs: number): boolean {
    const before = this.problem?.reason
    if (state.phase === 'live' || state.phase === 'resuming') this.#reached = state.resourceVersion
    if (state.phase === 'failing') this.problem = problemOf(state, patienceMs)
    else if (state.phase === 'live') this.problem = undefined
    return this.problem?.reason !== before
  }

  /** The newest version that was read; `undefined` before the first list. */
  get newestVersion(): string | undefined {
    return this.source.isSynced ? newestOf(this.list(), this.#reached) : undefined
  }

  read(ref: Ref): KubeObject | undefined {
    const object = this.source.isSynced ? this.source.get(ref) : undefined
    return object !== undefined && isWellFormed(object) ? object : undefined
  }

  list(): readonly KubeObject[] {
    return this.source.list().filter(isWellFormed)
  }

  /** The originals of all existing replicas. */
  get originals(): readonly Ref[] {
    return this.list().flatMap(({ metadata }) => originalRef(metadata.name) ?? [])
  }

  [Symbol.dispose](): void {
    this.#subscription?.[Symbol.dispose]()
    this.source[Symbol.dispose]()
  }
}

const staleAdvice =
  'It shows an older state than before, so one of its API servers lags behind the others. Check how that server is connected to etcd, and restart it.'

/** Problems that concern all kinds are reported for the peer instead. */
function problemOf(
  { failure, failingMs }: SourceState & { phase: 'failing' },
  patienceMs: number,
): PeerKind['problem'] {
  const { reason, message } = failure
  if (reason === 'UnknownKind') return problem('KindMissing', message) as Outcome & { state: 'problem' }
  if (reason === 'StaleState' && failingMs >= patienceMs) {
    return problem('StaleState', staleAdvice) as Outcome & { state: 'problem' }
  }
  if (reason === 'Forbidden') return problem('Forbidden', message) as Outcome & { state: 'problem' }
  return undefined
}

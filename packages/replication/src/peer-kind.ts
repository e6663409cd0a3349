/** One replicated kind at one peer: the replicas there, as far as the peer lets them be watched. */
import type { Source, SourceState } from '@kubewright/cache'
import type { KubeObject, Ref } from '@kubewright/core'
import type { HomeKind } from './home-kind.ts'
import { originalRef } from './names.ts'
import { type Outcome, problem } from './outcome.ts'
import type { SettledContent } from './replica.ts'

export class PeerKind implements Disposable {
  readonly home: HomeKind
  readonly source: Source
  readonly settled = new Map<string, SettledContent>()
  /** Why the kind cannot be followed there: its CRD is missing, or a permission. */
  problem: (Outcome & { state: 'problem' }) | undefined
  #subscription: Disposable | undefined

  constructor(home: HomeKind, source: Source) {
    this.home = home
    this.source = source
  }

  /** Calls `changed` for the original of every replica that is there, changes or goes. */
  follow(changed: (ref: Ref) => void): void {
    this.#subscription = this.source.subscribe(({ type, object }) => {
      const ref = originalRef(object.metadata.name)
      if (type === 'deleted') this.settled.delete(object.metadata.name)
      if (ref !== undefined) changed(ref)
    })
  }

  /** @returns whether what is to be told of it changed */
  moved(state: SourceState): boolean {
    const before = this.problem?.reason
    if (state.phase === 'failing') this.problem = problemOf(state)
    else if (state.phase === 'live') this.problem = undefined
    return this.problem?.reason !== before
  }

  read(ref: Ref): KubeObject | undefined {
    return this.source.isSynced ? this.source.get(ref) : undefined
  }

  /** The originals of everything that is there. */
  get originals(): readonly Ref[] {
    return this.source.list().flatMap(({ metadata }) => originalRef(metadata.name) ?? [])
  }

  [Symbol.dispose](): void {
    this.#subscription?.[Symbol.dispose]()
    this.source[Symbol.dispose]()
  }
}

/** What concerns all kinds alike is told of the peer. */
function problemOf({ failure }: SourceState & { phase: 'failing' }): PeerKind['problem'] {
  const { reason, message } = failure
  if (reason === 'UnknownKind') return problem('KindMissing', message) as Outcome & { state: 'problem' }
  if (reason === 'Forbidden') return problem('Forbidden', message) as Outcome & { state: 'problem' }
  return undefined
}

/** Admission: plugins that may mutate or refuse a write after it is decoded and before it is stored. */
import type { ServedKind } from './served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { User } from '../identity/user.ts'
import { keepReadableManagers } from './readable-managers.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** The write under admission. `object` is the draft itself: a mutating plugin changes or replaces it. */
export interface Attributes {
  readonly operation: Operation
  readonly kind: ServedKind
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** The name in the path; absent for a POST, whose body names the object. */
  readonly nameInPath?: string
  readonly user: User
  readonly isDryRun: boolean
  /** CreateOptions, UpdateOptions or DeleteOptions. */
  readonly options: Readonly<Record<string, unknown>>
  /** `undefined` for deletions. */
  object: Draft | undefined
  /** `undefined` for creations. */
  readonly oldObject: Draft | undefined
  /** Adds a warning for the caller. */
  warn(text: string): void
  /** Adds an audit annotation. The first value of a key wins. */
  annotate(key: string, value: string): void
}

/** One pass of the mutating plugins over an object. */
export interface Round {
  /** Whether this is the second pass, which a plugin requested in the first. */
  readonly isSecond: boolean
  /** Requests a second pass of the mutating plugins. There are at most two. */
  again(): void
  /** State that plugins carry over to the second round, by name. */
  readonly memory: Map<string, unknown>
}

/** Failure: throws a `StatusError` to refuse. */
export interface AdmissionPlugin {
  readonly name: string
  admit?(attributes: Attributes, round: Round): Promise<void> | void
  validate?(attributes: Attributes): Promise<void> | void
  /** Final check of a creation, in the same turn as the write to storage: the state may have changed since admission (TOCTOU). */
  confirm?(attributes: Attributes): void
}

export class AdmissionChain {
  readonly #plugins: readonly AdmissionPlugin[]

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins
  }

  async admit(attributes: Attributes): Promise<void> {
    const before = attributes.object?.metadata?.managedFields
    const memory = new Map<string, unknown>()
    let isWanted = false
    await this.#admitOnce(attributes, { isSecond: false, again: () => void (isWanted = true), memory })
    if (isWanted) await this.#admitOnce(attributes, { isSecond: true, again: () => undefined, memory })
    keepReadableManagers(attributes, before)
  }

  async validate(attributes: Attributes): Promise<void> {
    for (const plugin of this.#plugins) {
      const done = plugin.validate?.(attributes)
      // Most of the many plugins are synchronous: skip the await for them.
      if (done !== undefined) await done
    }
  }

  confirm(attributes: Attributes): void {
    for (const plugin of this.#plugins) plugin.confirm?.(attributes)
  }

  async #admitOnce(attributes: Attributes, round: Round): Promise<void> {
    for (const plugin of this.#plugins) {
      const done = plugin.admit?.(attributes, round)
      if (done !== undefined) await done
    }
  }
}

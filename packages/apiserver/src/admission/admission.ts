/** Admission: what may change or refuse a write after it is understood and before it is stored. */
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { User } from '../auth/user.ts'
import { keepReadableManagers } from './readable-managers.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What is being admitted. `object` is the draft itself: a mutating plugin changes or replaces it. */
export interface Attributes {
  readonly operation: Operation
  readonly kind: ServedKind
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly user: User
  readonly isDryRun: boolean
  /** CreateOptions, UpdateOptions or DeleteOptions. */
  readonly options: Readonly<Record<string, unknown>>
  /** `undefined` for deletions. */
  object: Draft | undefined
  /** `undefined` for creations. */
  readonly oldObject: Draft | undefined
  /** Shown to the caller. */
  warn(text: string): void
  /** For the audit. A key keeps what it was first given. */
  annotate(key: string, value: string): void
}

/** One pass of the changing plugins over an object. */
export interface Round {
  /** Whether they are asked once more, because one of them asked for it. */
  readonly isSecond: boolean
  /** Asks for a second round; there is no third. */
  again(): void
  /** What a plugin wants to know in the second round, by its name. */
  readonly memory: Map<string, unknown>
}

/** Failure: throws a `StatusError` to refuse. */
export interface AdmissionPlugin {
  readonly name: string
  admit?(attributes: Attributes, round: Round): Promise<void> | void
  validate?(attributes: Attributes): Promise<void> | void
  /** The last word about a creation, in the turn in which it is stored: what was true when it was admitted may not be now. */
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
      // Most plugins have nothing to wait for, and there are many of them.
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

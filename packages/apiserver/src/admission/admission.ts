/** Admission: what may change or refuse a write after it is understood and before it is stored. */
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { User } from '../auth/user.ts'

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
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions. */
  readonly options: Readonly<Record<string, unknown>>
  /** `undefined` for deletions. */
  object: Draft | undefined
  /** `undefined` for creations. */
  readonly oldObject: Draft | undefined
  /** Shown to the caller. */
  warn(text: string): void
  annotate(key: string, value: string): void
}

/** Failure: throws a `StatusError` to refuse. */
export interface AdmissionPlugin {
  readonly name: string
  admit?(attributes: Attributes): Promise<void> | void
  validate?(attributes: Attributes): Promise<void> | void
}

export class AdmissionChain {
  readonly #plugins: readonly AdmissionPlugin[]

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins
  }

  async admit(attributes: Attributes): Promise<void> {
    for (const plugin of this.#plugins) await plugin.admit?.(attributes)
  }

  async validate(attributes: Attributes): Promise<void> {
    for (const plugin of this.#plugins) await plugin.validate?.(attributes)
  }
}

/** What a change of a definition does to those who already use it. */

export type Severity =
  /** Objects in the cluster may become invalid, or lose data. */
  | 'breaks stored objects'
  /** Programs or people that read or write objects may fail. */
  | 'breaks clients'
  /** Worth knowing, harmless. */
  | 'safe'

export interface Finding {
  /** `spec.ports[*].name`, or `versions.v1alpha1`. */
  readonly path: string
  readonly severity: Severity
  /** What changed, and whom it hits. */
  readonly why: string
  /** What to do about it. */
  readonly next: string
  /** The version whose schema changed; absent when the whole kind is meant. */
  readonly version?: string
}

/** Notes findings about one schema, field by field. */
export class Findings {
  readonly all: Finding[] = []
  readonly #version: string | undefined

  constructor(version?: string) {
    this.#version = version
  }

  add(severity: Severity, path: string, why: string, next = 'Nothing to do.'): void {
    this.all.push({ path, severity, why, next, ...(this.#version === undefined ? {} : { version: this.#version }) })
  }
}

/** The effect of a definition change on existing objects and clients. */

/** How much a schema change affects stored objects and clients. */
export type Severity =
  /** Objects in the cluster may become invalid, or lose data. */
  | 'breaks stored objects'
  /** Clients that read or write objects may fail. */
  | 'breaks clients'
  /** Informational, harmless. */
  | 'safe'

/** One change between two definitions of a kind, its severity and the recommended action. */
export interface Finding {
  /** `spec.ports[*].name`, or `versions.v1alpha1`. */
  readonly path: string
  readonly severity: Severity
  /** The change and its effect. */
  readonly why: string
  /** The recommended action. */
  readonly next: string
  /** The version whose schema changed; absent for the kind as a whole. */
  readonly version?: string
}

/** Collects the findings of one schema, field by field. */
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

/**
 * The format of a conformance case: a short script of requests to any API server, written as data.
 *
 * A case owns the objects it touches. `{ns}` in any text is a namespace created for it, `{id}` a word no other case uses, so
 * cases share one server and run concurrently. Both are derived from the case's name, so that two servers see the same texts.
 */

/** A fixed text, or one with placeholders: `{ns}`, `{id}`, `{hook}`, `{ca}`, and `{{saved.metadata.uid}}` of an earlier response. */
export type Template = string

export interface Suite {
  /** The section of the catalogue: `1.4`. */
  readonly section: string
  /** One word that names the file: `create`. */
  readonly topic: string
  /** Needs a server that compacts its history on request. */
  readonly wantsForgetfulServer?: boolean
  /** Runs once before the cases: definitions shared by many of them. */
  readonly setup?: readonly Step[]
  /** Webhooks referred to by the setup's objects. */
  readonly hooks?: Hooks
  readonly cases: readonly Case[]
}

export interface Case {
  /** A sentence about behaviour, unique within its suite. */
  readonly name: string
  /** The rules of the catalogue that it covers: `CR-3`. */
  readonly rules: readonly string[]
  readonly steps: readonly Step[]
  readonly hooks?: Hooks
  /** Runs alone, after all others: it changes or lists shared objects. */
  readonly runsAlone?: boolean
  /** Tests behaviour of a connection: limits, compression, addresses. Sent over HTTPS even in a replay. */
  readonly needsConnection?: boolean
  /** Compares managed fields in full instead of by digest: for cases about field ownership. */
  readonly showsManagedFields?: boolean
  /** Compares all problems of an invalid object in sorted order. Schema violations of a custom resource are always sorted. */
  readonly sortsProblems?: boolean
}

/** Webhooks of a case, by the last part of their path: `https://…/<case>/<name>`. They get the parsed review. */
export type Hooks = Readonly<Record<string, (review: Review) => HookAnswer>>

export interface Review {
  readonly request: {
    readonly uid: string
    readonly name?: string
    readonly operation?: string
    readonly object?: Record<string, unknown> | null
    readonly oldObject?: Record<string, unknown> | null
    readonly desiredAPIVersion?: string
    readonly objects?: readonly Record<string, unknown>[]
    readonly [field: string]: unknown
  }
  readonly [field: string]: unknown
}

/** The JSON body of a 200 response, or a complete response. */
export type HookAnswer = { readonly json: unknown } | { readonly status: number; readonly text: string }

export type Step = RequestStep | OpenWatchStep | AwaitWatchStep | CloseWatchStep | CallsStep | ForgetStep

export interface RequestStep {
  readonly do: 'request'
  readonly method: string
  readonly path: Template
  /** Text and bytes are sent unchanged; anything else as JSON. */
  readonly body?: unknown
  /** `null` removes a default header. */
  readonly headers?: Readonly<Record<string, Template | readonly Template[] | null>>
  /** Saves the body of a successful response for templates of later steps. */
  readonly saveAs?: string
  /** How much of the response is compared. @default 'all' */
  readonly compare?: Comparison
  /** Polls until the response matches: for state that a real server updates asynchronously. */
  readonly until?: Condition
}

/**
 * - `all`: status, headers and body
 * - `digest`: the same, recorded as a digest
 * - `undescribed`: the same without the descriptions of an API
 * - `shape`: status, headers, and the body with its scalar values replaced by their types
 * - `status`: the status only
 * - `none`: nothing; the step is a preparation
 */
export type Comparison = 'all' | 'digest' | 'undescribed' | 'shape' | 'status' | 'none'

export interface Condition {
  readonly status?: number
  /** The body contains this text. */
  readonly contains?: Template
  /** A warning contains this text. */
  readonly warns?: Template
  /** The body does not contain this text. */
  readonly lacks?: Template
}

/** Starts a watch without waiting. */
export interface OpenWatchStep {
  readonly do: 'open watch'
  readonly id: string
  readonly path: Template
  readonly headers?: RequestStep['headers']
}

/** Waits until a watch has delivered this many events, so that later changes come after them. */
export interface AwaitWatchStep {
  readonly do: 'await watch'
  readonly id: string
  readonly events: number
}

/** Waits for the events of a watch, ends it and compares them. */
export interface CloseWatchStep {
  readonly do: 'close watch'
  readonly id: string
  /** The number of expected events, followed by silence. @default as many as come before it is quiet */
  readonly events?: number
  /** A text that only the last event contains; no silence is awaited then. */
  readonly marker?: string
  readonly compare?: 'all' | 'digest'
}

/** Compares the reviews that a hook has received so far, except those of an object named `probe`. */
export interface CallsStep {
  readonly do: 'calls'
  readonly hook: string
}

/** Compacts the server's history to the newest version. Only for cases that run alone. */
export interface ForgetStep {
  readonly do: 'forget'
}

/** `1.4 create: refuses a resource version`. Identifies a case in recordings and lists of differences. */
export function caseId(suite: Suite, { name }: Case): string {
  return `${suite.section} ${suite.topic}: ${name}`
}

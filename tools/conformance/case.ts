/**
 * What a conformance case is: a short script of requests that any API server can be asked, written as data.
 *
 * A case owns what it touches. `{ns}` in any text is a namespace made for it, `{id}` a word no other case uses, so cases
 * share one server and run at the same time; both are derived from the case's name, so that two servers see the same texts.
 */

/** A fixed text, or one with places to fill: `{ns}`, `{id}`, `{hook}`, `{ca}`, and `{{saved.metadata.uid}}` of an earlier answer. */
export type Template = string

export interface Suite {
  /** The section of the catalogue: `1.4`. */
  readonly section: string
  /** One word that names the file: `create`. */
  readonly topic: string
  /** Asks what only a server can be asked that forgets as soon as it is told to. */
  readonly wantsForgetfulServer?: boolean
  /** Runs once before the cases: definitions that many of them share. */
  readonly setup?: readonly Step[]
  /** Endpoints that the setup's objects name. */
  readonly hooks?: Hooks
  readonly cases: readonly Case[]
}

export interface Case {
  /** A sentence about behaviour, unique within its suite. */
  readonly name: string
  /** The rules of the catalogue it speaks of: `CR-3`. */
  readonly rules: readonly string[]
  readonly steps: readonly Step[]
  readonly hooks?: Hooks
  /** Runs alone, after all others: it changes or lists what belongs to everybody. */
  readonly runsAlone?: boolean
  /** Is about what only a connection does: limits, packing, addresses. Asked over HTTPS even in a replay. */
  readonly needsConnection?: boolean
  /** Compares who owns which field in full, not by a digest: for cases about ownership. */
  readonly showsManagedFields?: boolean
  /** Compares all problems of an invalid object in sorted order. Violations of a custom resource's schema always are. */
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

/** The JSON to answer with, or a whole answer. */
export type HookAnswer = { readonly json: unknown } | { readonly status: number; readonly text: string }

export type Step = RequestStep | OpenWatchStep | AwaitWatchStep | CloseWatchStep | CallsStep | ForgetStep

export interface RequestStep {
  readonly do: 'request'
  readonly method: string
  readonly path: Template
  /** Text is sent as it is, bytes too; anything else as JSON. */
  readonly body?: unknown
  /** `null` takes a header away that is sent otherwise. */
  readonly headers?: Readonly<Record<string, Template | readonly Template[] | null>>
  /** Keeps the answer's body for templates of later steps, unless it is a refusal. */
  readonly saveAs?: string
  /** How much of the answer is compared. @default 'all' */
  readonly compare?: Comparison
  /** Asks again until the answer is so; what changes in its own time on a real server. */
  readonly until?: Condition
}

/**
 * - `all`: status, headers and body
 * - `digest`: the same, kept in the recording as a digest
 * - `undescribed`: the same without the sentences that document an API
 * - `shape`: status, headers, and the body with its plain values replaced by their types
 * - `status`: the status only
 * - `none`: nothing; the step only prepares
 */
export type Comparison = 'all' | 'digest' | 'undescribed' | 'shape' | 'status' | 'none'

export interface Condition {
  readonly status?: number
  /** The text of the body has this in it. */
  readonly contains?: Template
  /** A warning has this in it. */
  readonly warns?: Template
  /** The text of the body has not this in it. */
  readonly lacks?: Template
}

/** Starts a watch and goes on. */
export interface OpenWatchStep {
  readonly do: 'open watch'
  readonly id: string
  readonly path: Template
  readonly headers?: RequestStep['headers']
}

/** Waits until a watch has told this much, so that what happens next comes after it. */
export interface AwaitWatchStep {
  readonly do: 'await watch'
  readonly id: string
  readonly events: number
}

/** Waits for the events of a watch, ends it and compares what came. */
export interface CloseWatchStep {
  readonly do: 'close watch'
  readonly id: string
  /** How many events are expected; then some quiet must follow. @default as many as come before it is quiet */
  readonly events?: number
  /** A text that only the last event has in it; no quiet has to follow then. */
  readonly marker?: string
  readonly compare?: 'all' | 'digest'
}

/** Compares the reviews a hook has got so far, but for those about an object called `probe`. */
export interface CallsStep {
  readonly do: 'calls'
  readonly hook: string
}

/** Makes the server forget every version but the newest. Only for cases that run alone. */
export interface ForgetStep {
  readonly do: 'forget'
}

/** `1.4 create: refuses a resource version`. What recordings and lists of differences name a case by. */
export function caseId(suite: Suite, { name }: Case): string {
  return `${suite.section} ${suite.topic}: ${name}`
}

/** One thing a client may do at a path, in no particular version of OpenAPI. */
import type { GroupVersionKind } from '@kubewright/core'
import type { Parameter } from './parameter.ts'

/** In the order documents list them. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const
export type Method = (typeof methods)[number]

export interface Operation {
  readonly method: Method
  readonly id: string
  readonly tag: string
  /** `list`, `watchlist`, `connect`, …; discovery has none. */
  readonly action?: string
  /** The kind the operation is about, which need not be the kind it speaks. */
  readonly target?: GroupVersionKind
  readonly parameters: readonly Parameter[]
  readonly body?: Body
  /** Absent where a request has no type to speak of. */
  readonly consumes?: readonly string[]
  readonly produces: readonly string[]
  /** By status code: what the answer holds. */
  readonly answers: Readonly<Record<number, Content>>
}

export interface Body {
  readonly content: Content
  readonly isRequired: boolean
}

/** The published name of a definition, or plain text. */
export type Content = { readonly definition: string } | 'text'

/** What is served at one address. */
export interface Path {
  readonly path: string
  readonly operations: readonly Operation[]
}

/** As OpenAPI demands that answers are described. */
export const answerTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
}

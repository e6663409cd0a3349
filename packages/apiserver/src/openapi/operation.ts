/** An operation at a path, independent of the OpenAPI version. */
import type { GroupVersionKind } from '@kubewright/core/object'
import type { Parameter } from './parameter.ts'

/** In document order. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const
export type Method = (typeof methods)[number]

export interface Operation {
  readonly method: Method
  readonly id: string
  readonly tag: string
  /** `list`, `watchlist`, `connect`, …; discovery has none. */
  readonly action?: string
  /** The kind that the operation is about, which may differ from the kind of its body. */
  readonly target?: GroupVersionKind
  readonly parameters: readonly Parameter[]
  readonly body?: Body
  /** Absent for requests without a body type. */
  readonly consumes?: readonly string[]
  readonly produces: readonly string[]
  /** Response contents by status code. */
  readonly answers: Readonly<Record<number, Content>>
}

export interface Body {
  readonly content: Content
  readonly isRequired: boolean
}

/** The published name of a definition, or plain text. */
export type Content = { readonly definition: string } | 'text'

/** The operations at one path. */
export interface Path {
  readonly path: string
  readonly operations: readonly Operation[]
}

/** Response descriptions, which OpenAPI requires. */
export const answerTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
}

/** The interface of a codec: decodes the body of a request to a draft. */
import type { Draft } from '../object/draft.ts'

/** Decodes bodies to drafts. */
export interface Codec {
  /**
   * Applies defaults, prunes and checks the structure of a value that a client sent.
   *
   * Failure: a Status if the value cannot be an object of this kind.
   */
  decode(value: unknown): Promise<Decoded> | Decoded
  /** Decodes the body itself, for kinds that depend on more than the value in it. */
  decodeBody?(body: EncodedBody): Promise<Decoded> | Decoded
  /** Decodes the result of a strategic merge, which has rules of its own. */
  decodeMerged?(value: unknown): Promise<Decoded> | Decoded
}

/** A body as it was sent. */
export interface EncodedBody {
  readonly bytes: Buffer
  /** Without parameters: `application/json`. */
  readonly mediaType: string
}

export interface Decoded {
  readonly object: Draft
  /** `unknown field "spec.foo"`, in order of occurrence. */
  readonly strictErrors: readonly string[]
}

/** The metadata of custom resources, which has a Go type although the rest of the object has none. */
import { writeStored } from './draft-writer.ts'
import type { GoValue } from '../go/go-value.ts'
import { decodeJson } from './json-decoder.ts'
import { loadObjectMeta } from './load-shapes.ts'

export interface DecodedMeta {
  readonly metadata: GoValue
  /** `unknown field "metadata.foo"` */
  readonly strictErrors: readonly string[]
  /** Why the value is not valid metadata, in Go's words. */
  readonly problem: string | undefined
}

/** @param path the position of the metadata in the object: `metadata` */
export async function decodeObjectMeta(value: unknown, path = 'metadata'): Promise<DecodedMeta> {
  const type = await loadObjectMeta()
  const { value: read, strictErrors, problem } = decodeJson(JSON.stringify(value ?? null), type)
  const placed = strictErrors.map((error) => error.replace(' field "', ` field "${path}.`))
  return { metadata: writeStored(type, read), strictErrors: placed, problem }
}

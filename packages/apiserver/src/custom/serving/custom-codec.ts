/** Decodes a client's value as a custom object: prunes it, validates its metadata, and fills in defaults. */
import { unhandled } from '../../codec/decode-failure.ts'
import { sortKeys } from '../../go/go-json.ts'
import { decodeObjectMeta } from '../../codec/object-meta.ts'
import type { Codec, Decoded } from '../../codec/codec.ts'
import type { Draft } from '../../object/draft.ts'
import { noteHiddenMetadata } from '../../object/hidden-form.ts'
import { CustomVersion } from './custom-version.ts'
import { accessorProblem } from './go-accessor.ts'

export interface CodecScope {
  readonly group: string
  readonly kind: string
  readonly versions: ReadonlyMap<string, CustomVersion>
}

export function customCodec(scope: CodecScope): Codec {
  return {
    async decode(value) {
      const given = value as Readonly<Record<string, unknown>>
      const type = typeOf(given, scope)
      const meta = await metadataOf(given, type, scope)
      const draft = { ...given, kind: type.kind, apiVersion: type.apiVersion, metadata: meta.metadata } as Draft
      return decodeAs(draft, meta.strictErrors, type, scope)
    },
    /** A merged object only gets defaults: nulls stay, and are rejected where the schema does not allow them. */
    async decodeMerged(value) {
      const given = value as Draft
      const type = typeOf(given, scope)
      const { metadata } = await metadataOf(given, type, scope)
      const draft = { ...given, metadata } as Draft
      const version = scope.versions.get(type.version)
      const object = version === undefined ? draft : version.fill(draft)
      noteHiddenMetadata(object, given.metadata as Record<string, unknown>)
      return { object, strictErrors: [] }
    },
  }
}

interface GivenType {
  readonly kind: string
  readonly apiVersion: string
  readonly group: string
  readonly version: string
}

function typeOf(given: Readonly<Record<string, unknown>>, { kind: expected }: CodecScope): GivenType {
  const { kind = '', apiVersion = '' } = given
  const shown = { kind: String(kind), version: '' }
  for (const [field, text] of Object.entries({ kind, apiVersion })) {
    if (typeof text !== 'string') throw unhandled(shown, expected, accessorProblem(`.${field}`, text, 'string'))
  }
  const [version = '', group = ''] = (apiVersion as string).split('/').reverse()
  return { kind: kind as string, apiVersion: apiVersion as string, group, version }
}

async function metadataOf(given: Readonly<Record<string, unknown>>, type: GivenType, { kind }: CodecScope) {
  if (given['metadata'] === undefined) return { metadata: {}, strictErrors: [] }
  // Go reads the fields in sorted order and reports the first invalid one.
  const decoded = await decodeObjectMeta(sortKeys(given['metadata']))
  if (decoded.problem !== undefined) throw unhandled(type, kind, decoded.problem)
  return decoded
}

/** An object of another type is passed on unchanged, and rejected later. */
function decodeAs(draft: Draft, metaErrors: readonly string[], type: GivenType, scope: CodecScope): Decoded {
  if (type.group !== scope.group || type.kind !== scope.kind) return { object: draft, strictErrors: metaErrors }
  const version = scope.versions.get(type.version) ?? new CustomVersion(type.group, { name: type.version })
  const { object, unknownFields, problem } = version.settle(draft)
  if (problem !== undefined) throw unhandled(type, scope.kind, problem)
  const strictErrors = [...metaErrors, ...unknownFields.map((path) => `unknown field "${path}"`)]
  return { object: version.fill(object), strictErrors }
}

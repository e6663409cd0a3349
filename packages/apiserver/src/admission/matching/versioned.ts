/**
 * The object of a write as webhooks and policies see it: in the version they match, encoded as Go would encode it, and in
 * the type of the subresource if there is one. Also the conversion back, for mutated objects.
 */
import { deepClone } from '@kubewright/core/json'
import type { GroupVersionKind } from '@kubewright/core/object'
import { builtInCodec } from '../../codec/built-in-codec.ts'
import type { ServedKind, ServedSubresource, SubresourceView } from '../../kinds/served-kind.ts'
import type { Codec, Decoded } from '../../codec/codec.ts'
import type { Draft } from '../../object/draft.ts'
import type { Attributes } from '../../kinds/admission.ts'

/** The kind of the request body: that of the object, or that of the subresource. */
export function spokenKind(kind: ServedKind, subresource: string): GroupVersionKind {
  const { group, version, kind: name } = (subresource !== '' && kind.subresources.get(subresource)) || kind
  return { group, version, kind: name }
}

/** @param version a result of `findMatch` */
export async function present(attributes: Attributes, version: ServedKind, object: Draft): Promise<Draft> {
  const part = partOf(attributes)
  if (part === undefined) return presentWhole(attributes.kind, version, object)
  const shown = part.view === undefined ? object : part.view.project(object)
  return (await part.codec.decode(deepClone(shown) as unknown)).object
}

/** Converts a mutated object back to the version of the write. Failure: throws whatever the codec of the version throws. */
export async function accept(attributes: Attributes, version: ServedKind, changed: Draft): Promise<Draft> {
  const part = partOf(attributes)
  if (part?.view !== undefined) return part.view.merge(attributes.object!, changed)
  return part === undefined ? convert(changed, version, attributes.kind) : changed
}

/** Decodes a mutated object: applies defaults and drops unknown fields. */
export async function decodeChanged(attributes: Attributes, version: ServedKind, value: unknown): Promise<Decoded> {
  return (partOf(attributes)?.codec ?? version.codec).decode(value)
}

interface Part {
  readonly codec: Codec
  readonly view: SubresourceView | undefined
}

/** A subresource with a type of its own; `undefined` for the object and for its status. */
function partOf({ kind, subresource }: Attributes): Part | undefined {
  const below = subresource === '' ? undefined : kind.subresources.get(subresource)
  if (below === undefined || isWhole(below, kind)) return undefined
  return { codec: below.view?.codec ?? builtInCodec(below), view: below.view }
}

function isWhole(below: ServedSubresource, kind: ServedKind): boolean {
  return below.view !== undefined && below.kind === kind.kind && below.group === kind.group
}

async function presentWhole(kind: ServedKind, version: ServedKind, object: Draft): Promise<Draft> {
  // Encoding a custom resource neither drops nor adds fields, so it needs no rewriting.
  if (kind === version && kind.isCustom) return deepClone(object as never) as Draft
  return rewrite(deepClone(object as never) as Draft, kind, version)
}

function convert(object: Draft, from: ServedKind, to: ServedKind): Promise<Draft> | Draft {
  return from === to ? object : rewrite(object, from, to)
}

async function rewrite(object: Draft, from: ServedKind, to: ServedKind): Promise<Draft> {
  const [read] = await to.storage.read([await from.storage.write(object)])
  return read!
}

/**
 * The object of a write as it is shown to those who judge it: in the version they asked for, written as Go would write it,
 * and of a subresource what the subresource speaks. And the way back, for what they made of it.
 */
import { deepClone, type GroupVersionKind } from '@kubewright/core'
import { builtInCodec } from '../../codec/built-in-codec.ts'
import type { Codec, Decoded, ServedKind, ServedSubresource, SubresourceView } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import type { Attributes } from '../admission.ts'

/** What the request speaks: its kind, or what the subresource is called. */
export function spokenKind(kind: ServedKind, subresource: string): GroupVersionKind {
  const { group, version, kind: name } = (subresource !== '' && kind.subresources.get(subresource)) || kind
  return { group, version, kind: name }
}

/** @param version one that `findMatch` found */
export async function present(attributes: Attributes, version: ServedKind, object: Draft): Promise<Draft> {
  const part = partOf(attributes)
  if (part === undefined) return presentWhole(attributes.kind, version, object)
  const shown = part.view === undefined ? object : part.view.project(object)
  return (await part.codec.decode(deepClone(shown) as unknown)).object
}

/** The object that a judge changed, as what the write goes on with. Failure: whatever the codec of the version throws. */
export async function accept(attributes: Attributes, version: ServedKind, changed: Draft): Promise<Draft> {
  const part = partOf(attributes)
  if (part?.view !== undefined) return part.view.merge(attributes.object!, changed)
  return part === undefined ? convert(changed, version, attributes.kind) : changed
}

/** Reads what a judge wrote, fills it and drops what nobody knows. */
export async function decodeChanged(attributes: Attributes, version: ServedKind, value: unknown): Promise<Decoded> {
  return (partOf(attributes)?.codec ?? version.codec).decode(value)
}

interface Part {
  readonly codec: Codec
  readonly view: SubresourceView | undefined
}

/** Something below the object that is not the object itself; `undefined` for the object and for its status. */
function partOf({ kind, subresource }: Attributes): Part | undefined {
  const below = subresource === '' ? undefined : kind.subresources.get(subresource)
  if (below === undefined || isWhole(below, kind)) return undefined
  return { codec: below.view?.codec ?? builtInCodec(below), view: below.view }
}

function isWhole(below: ServedSubresource, kind: ServedKind): boolean {
  return below.view !== undefined && below.kind === kind.kind && below.group === kind.group
}

async function presentWhole(kind: ServedKind, version: ServedKind, object: Draft): Promise<Draft> {
  // Of custom resources nothing is left out and nothing added, so they need no rewriting.
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

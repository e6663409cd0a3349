/** The visible part of a graph: many objects of one kind below the same owner are collapsed until opened. Pure. */
import type { GraphNode } from '@kubewright/dashboard/topics'
import type { Tone } from '../parts.tsx'

export type Drawn =
  | { readonly type: 'object'; readonly id: string; readonly node: GraphNode }
  | {
      readonly type: 'group'
      readonly id: string
      readonly kind: string
      readonly count: number
      readonly isOpen: boolean
      readonly tones: readonly (readonly [Tone, number])[]
    }

export interface Shape {
  readonly drawn: readonly Drawn[]
  readonly edges: readonly (readonly [from: string, to: string])[]
}

/** More than this of one kind below one owner are collapsed. */
const mostAlike = 6
const tones: readonly Tone[] = ['bad', 'busy', 'good', 'quiet']

/** @param opened the groups that are expanded */
export function shapeOf(nodes: ReadonlyMap<string, GraphNode>, opened: ReadonlySet<string>): Shape {
  const drawn: Drawn[] = []
  const edges: (readonly [string, string])[] = []
  const seen = new Set<string>()
  const children = childrenByOwner(nodes)
  const draw = (uid: string) => {
    if (seen.has(uid)) return
    seen.add(uid)
    drawn.push({ type: 'object', id: uid, node: nodes.get(uid)! })
    for (const [kind, alike] of byKind(children.get(uid) ?? [], nodes)) {
      if (alike.length <= mostAlike) {
        for (const child of alike) edges.push([uid, child])
        for (const child of alike) draw(child)
        continue
      }
      const id = `${uid} ${kind}`
      const isOpen = opened.has(id)
      drawn.push({ type: 'group', id, kind, count: alike.length, isOpen, tones: tonesOf(alike, nodes) })
      edges.push([uid, id])
      if (!isOpen) continue
      for (const child of alike) edges.push([id, child])
      for (const child of alike) draw(child)
    }
  }
  for (const [uid, { owners }] of nodes) if (!owners.some((owner) => nodes.has(owner))) draw(uid)
  // An ownership cycle has no root.
  if (drawn.length === 0 && nodes.size > 0) draw([...nodes.keys()][0]!)
  const shown = new Set(drawn.map(({ id }) => id))
  return { drawn, edges: edges.filter(([from, to]) => shown.has(from) && shown.has(to)) }
}

function childrenByOwner(nodes: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>()
  for (const [uid, { owners }] of nodes) {
    for (const owner of new Set(owners)) {
      const known = children.get(owner)
      if (known === undefined) children.set(owner, [uid])
      else known.push(uid)
    }
  }
  return children
}

function byKind(
  uids: readonly string[],
  nodes: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>()
  const nameOf = (uid: string) => nodes.get(uid)!.name
  for (const uid of [...uids].sort((one, two) => (nameOf(one) < nameOf(two) ? -1 : 1))) {
    const { kind } = nodes.get(uid)!
    kinds.set(kind, [...(kinds.get(kind) ?? []), uid])
  }
  return kinds
}

function tonesOf(uids: readonly string[], nodes: ReadonlyMap<string, GraphNode>): readonly (readonly [Tone, number])[] {
  return tones.flatMap((tone) => {
    const count = uids.filter((uid) => nodes.get(uid)!.health.tone === tone).length
    return count === 0 ? [] : [[tone, count] as const]
  })
}

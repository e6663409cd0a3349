/** As much of a graph as can be read, and laid out in time. Pure. */
import type { GraphEdges } from './objects/graph-layout.tsx'

const mostBoxes = 400
const mostEdges = 1_000

/** Edges that lead nowhere, or from a box to itself, are left out. */
export function drawnGraph<Box extends { readonly id: string }>(
  boxes: readonly Box[],
  edges: GraphEdges,
): { readonly boxes: readonly Box[]; readonly edges: GraphEdges } {
  const drawn = boxes.slice(0, mostBoxes)
  const known = new Set(drawn.map(({ id }) => id))
  const inside = edges.filter(([from, to]) => from !== to && known.has(from) && known.has(to))
  return { boxes: drawn, edges: inside.slice(0, mostEdges) }
}

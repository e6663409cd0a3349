/** Limits a graph to a size that can be read and laid out in time. Pure. */
import type { GraphEdges } from './objects/graph-layout.tsx'

const mostBoxes = 400
const mostEdges = 1_000

/** Drops dangling edges and self-loops. */
export function drawnGraph<Box extends { readonly id: string }>(
  boxes: readonly Box[],
  edges: GraphEdges,
): { readonly boxes: readonly Box[]; readonly edges: GraphEdges } {
  const drawn = boxes.slice(0, mostBoxes)
  const known = new Set(drawn.map(({ id }) => id))
  const inside = edges.filter(([from, to]) => from !== to && known.has(from) && known.has(to))
  return { boxes: drawn, edges: inside.slice(0, mostEdges) }
}

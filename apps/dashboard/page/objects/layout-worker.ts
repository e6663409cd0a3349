/** Lays out a graph in a worker: five hundred boxes take longer than a frame. */
import dagre from '@dagrejs/dagre'
import { later } from '../browser-clock.ts'

export interface LayoutRequest {
  readonly id: number
  readonly boxes: readonly string[]
  readonly edges: readonly (readonly [number, number])[]
  /** The size of every box. */
  readonly width: number
  readonly height: number
  /** The size of the label of each edge. @default none */
  readonly labels?: readonly (readonly [width: number, height: number])[]
  /** @default 'LR' */
  readonly direction?: 'LR' | 'TB'
}

export interface LayoutAnswer {
  readonly id: number
  readonly width: number
  readonly height: number
  /** The top left corners, in the order of the boxes. */
  readonly places: readonly (readonly [number, number])[]
  /** In the order of the edges. */
  readonly routes: readonly EdgeRoute[]
}

export interface EdgeRoute {
  readonly points: readonly (readonly [number, number])[]
  /** The center of its label. */
  readonly label?: readonly [number, number]
}

/** Boxes are numbered, because the library uses plain objects as maps and a box may be called `__proto__`. */
function layOut({ id, boxes, edges, width, height, labels, direction = 'LR' }: LayoutRequest): LayoutAnswer {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  const separation = labels === undefined ? { nodesep: 10, ranksep: 56 } : { nodesep: 28, ranksep: 26, edgesep: 14 }
  graph.setGraph({ rankdir: direction, ...separation, marginx: 12, marginy: 12 })
  boxes.forEach((_, index) => graph.setNode(String(index), { width, height }))
  edges.forEach(([from, to], index) => {
    const [labelWidth, labelHeight] = labels?.[index] ?? [0, 0]
    const room = { width: labelWidth, height: labelHeight, labelpos: 'c' }
    graph.setEdge(String(from), String(to), room, labels === undefined ? undefined : String(index))
  })
  dagre.layout(graph)
  const places = boxes.map((_, index) => {
    const { x = 0, y = 0 } = graph.node(String(index)) as { x?: number; y?: number }
    return [x - width / 2, y - height / 2] as const
  })
  const routes = edges.map(([from, to], index) =>
    routeOf(graph.edge(String(from), String(to), labels === undefined ? undefined : String(index)) as DagreEdge),
  )
  const size = graph.graph() as { width?: number; height?: number }
  return { id, places, routes, width: size.width ?? 0, height: size.height ?? 0 }
}

interface DagreEdge {
  readonly points?: readonly { readonly x: number; readonly y: number }[]
  readonly x?: number
  readonly y?: number
}

function routeOf({ points = [], x, y }: DagreEdge): EdgeRoute {
  const label = x === undefined || y === undefined ? {} : { label: [x, y] as const }
  return { points: points.map((point) => [point.x, point.y] as const), ...label }
}

/** Only the newest of the requests that arrived during a layout is served. */
let newest: LayoutRequest | undefined

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  if (newest === undefined) later(0, work)
  newest = data
})

function work(): void {
  const request = newest!
  newest = undefined
  self.postMessage(layOut(request))
}

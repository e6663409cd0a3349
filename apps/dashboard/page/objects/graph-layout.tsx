/** The positions of the boxes of a graph and the lines between them. The layout runs in a worker. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { LayoutAnswer, LayoutRequest } from './layout-worker.ts'
import { ownScript } from './own-script.ts'

export interface BoxSize {
  readonly width: number
  readonly height: number
}

export type Places = ReadonlyMap<string, readonly [number, number]>
export type GraphEdges = readonly (readonly [from: string, to: string])[]

export interface LaidOut<Shape> extends BoxSize {
  readonly shape: Shape
  readonly places: Places
}

interface Asked<Shape> {
  readonly shape: Shape
  readonly boxes: readonly string[]
}

/** The last finished layout, possibly of an older shape: boxes stay visible while the next layout is computed. */
export function useGraphLayout<Shape>(
  shape: Shape,
  boxes: readonly string[],
  edges: GraphEdges,
  box: BoxSize,
): LaidOut<Shape> | undefined {
  const [laidOut, setLaidOut] = useState<LaidOut<Shape>>()
  const worker = useRef<Worker | undefined>(undefined)
  // A late layout is better than none: a graph may change faster than it can be laid out.
  const asked = useRef<{ last: number; waiting: Map<number, Asked<Shape>> }>({ last: 0, waiting: new Map() })
  useEffect(() => {
    const { waiting } = asked.current
    const working = new Worker(ownScript('/layout-worker.js') as string, { type: 'module' })
    working.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
      const of = waiting.get(data.id)
      for (const id of waiting.keys()) if (id <= data.id) waiting.delete(id)
      if (of === undefined) return
      const places = new Map(of.boxes.map((one, at) => [one, data.places[at]!]))
      setLaidOut({ shape: of.shape, places, width: data.width, height: data.height })
    })
    worker.current = working
    return () => working.terminate()
  }, [])
  const form = useMemo(() => JSON.stringify([boxes, edges]), [shape])
  useEffect(() => {
    if (boxes.length === 0) return
    const id = ++asked.current.last
    asked.current.waiting.set(id, { shape, boxes })
    const index = new Map(boxes.map((one, at) => [one, at]))
    const numbered = edges.map(([from, to]) => [index.get(from)!, index.get(to)!] as const)
    worker.current?.postMessage({ id, boxes, edges: numbered, ...box } satisfies LayoutRequest)
  }, [form])
  return laidOut
}

export function Edges({ edges, places, box }: { edges: GraphEdges; places: Places; box: BoxSize }) {
  return (
    <g class="edges" aria-hidden="true">
      {edges.map(([from, to]) => {
        const [start, end] = [places.get(from), places.get(to)]
        if (start === undefined || end === undefined) return null
        const [[x1, y1], [x2, y2]] = [start, end]
        const [startX, startY, endY] = [x1 + box.width, y1 + box.height / 2, y2 + box.height / 2]
        const middle = (startX + x2) / 2
        return (
          <path key={`${from} ${to}`} d={`M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${x2} ${endY}`} />
        )
      })}
    </g>
  )
}

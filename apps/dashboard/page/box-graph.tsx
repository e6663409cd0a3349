/** A graph of boxes with a name, a state and a link. */
import { useMemo } from 'preact/hooks'
import { drawnGraph } from './drawn-graph.ts'
import { Edges, type GraphEdges, useGraphLayout } from './objects/graph-layout.tsx'
import type { Tone } from './parts.tsx'

export interface GraphBox {
  readonly id: string
  readonly name: string
  /** Its kind and state, in a few words. */
  readonly state: string
  readonly tone: Tone
  /** A tooltip. */
  readonly title?: string
  readonly href?: string | undefined
  /** The object that the graph is about. */
  readonly isSubject?: boolean
}

const box = { width: 230, height: 46 }
const longest = 30
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

export function BoxGraph({ label, boxes, edges }: { label: string; boxes: readonly GraphBox[]; edges: GraphEdges }) {
  const drawn = useMemo(() => drawnGraph(boxes, edges), [boxes, edges])
  const ids = useMemo(() => drawn.boxes.map(({ id }) => id), [drawn])
  const layout = useGraphLayout(drawn.boxes, ids, drawn.edges, box)
  return (
    <>
      {boxes.length > drawn.boxes.length ? (
        <p class="soft">
          {drawn.boxes.length} of {boxes.length.toLocaleString('en')} are drawn.
        </p>
      ) : null}
      <Drawn label={label} drawn={drawn} layout={layout} />
    </>
  )
}

interface DrawnProps {
  readonly label: string
  readonly drawn: ReturnType<typeof drawnGraph<GraphBox>>
  readonly layout: ReturnType<typeof useGraphLayout>
}

function Drawn({ label, drawn, layout }: DrawnProps) {
  return (
    <div class="graph" tabIndex={0} role="region" aria-label={label}>
      {layout === undefined ? null : (
        <svg
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          role="group"
          aria-label={label}
        >
          <Edges edges={drawn.edges} places={layout.places} box={box} />
          {drawn.boxes.map((one) => {
            const at = layout.places.get(one.id)
            return at === undefined ? null : <Box key={one.id} drawn={one} at={at} />
          })}
        </svg>
      )}
    </div>
  )
}

function Box({ drawn, at: [x, y] }: { drawn: GraphBox; at: readonly [number, number] }) {
  const { name, state, tone, title, href, isSubject } = drawn
  const shape = (
    <g class={`box ${tone}${isSubject === true ? ' subject' : ''}`} transform={`translate(${x} ${y})`}>
      <rect width={box.width} height={box.height} rx="8" />
      <rect class="mark" width="4" height={box.height - 16} x="6" y="8" rx="2" />
      <text x="18" y="19" class="kind">
        {cut(state)}
      </text>
      <text x="18" y="36">
        {cut(name)}
      </text>
      <title>{title === undefined ? `${name}: ${state}` : `${name}: ${state}, ${title}`}</title>
    </g>
  )
  return href === undefined ? shape : <a href={href}>{shape}</a>
}

/** The ownership graph of an object. Live. */
import type { GraphNode } from '@kubewright/dashboard/topics'
import { useMemo, useState } from 'preact/hooks'
import { formatCount } from '../format.ts'
import { Empty, Problem } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { objectRoute } from '../route.ts'
import { Edges, useGraphLayout } from './graph-layout.tsx'
import { type Drawn, type Shape, shapeOf } from './graph-shape.ts'

const box = { width: 230, height: 46 }

export function GraphTab({ path }: { path: string }) {
  const { entries, isComplete, problem, version } = useTable<GraphNode>(`graph:${path}`)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const shape = useMemo(() => shapeOf(entries, opened), [version, opened])
  const layout = useShapeLayout(shape)
  const [zoom, setZoom] = useState(1)
  const toggle = (id: string) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  if (entries.size === 0)
    return (
      <Empty>{isComplete ? 'The owners and children of this object are unknown.' : 'Looking for what it owns …'}</Empty>
    )
  return (
    <>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      <div class="actions">
        <span class="soft" role="status">
          {formatCount(entries.size, 'object')}
        </span>
        <button type="button" aria-label="Smaller" onClick={() => setZoom(Math.max(0.25, zoom / 1.25))}>
          −
        </button>
        <button type="button" aria-label="Larger" onClick={() => setZoom(Math.min(2, zoom * 1.25))}>
          +
        </button>
        <button type="button" onClick={() => setZoom(1)}>
          100 %
        </button>
      </div>
      <div class="graph" tabIndex={0} role="region" aria-label="Ownership graph">
        {layout === undefined ? null : (
          <svg
            width={layout.width * zoom}
            height={layout.height * zoom}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            role="group"
            aria-label="Objects and what owns them"
          >
            <Edges edges={layout.shape.edges} places={layout.places} box={box} />
            {layout.shape.drawn.map((drawn) => (
              <Box
                key={drawn.id}
                drawn={current(drawn, entries)}
                at={layout.places.get(drawn.id)!}
                path={path}
                onToggle={toggle}
              />
            ))}
          </svg>
        )}
      </div>
    </>
  )
}

/** Positions may be of an older shape; the state is current. */
function current(drawn: Drawn, entries: ReadonlyMap<string, GraphNode>): Drawn {
  return drawn.type === 'object' ? { ...drawn, node: entries.get(drawn.id) ?? drawn.node } : drawn
}

function useShapeLayout(shape: Shape) {
  const boxes = shape.drawn.map(({ id }) => id)
  const laidOut = useGraphLayout(shape, boxes, shape.edges, box)
  return laidOut === undefined ? undefined : { ...laidOut, shape: sameForm(laidOut.shape, shape) }
}

/** Takes current counts and tones of groups for the boxes of an older layout. */
function sameForm(laidOut: Shape, shape: Shape): Shape {
  const now = new Map(shape.drawn.map((one) => [one.id, one]))
  return { edges: laidOut.edges, drawn: laidOut.drawn.map((one) => now.get(one.id) ?? one) }
}

interface BoxProps {
  readonly drawn: Drawn
  readonly at: readonly [number, number]
  readonly path: string
  readonly onToggle: (id: string) => void
}

const longest = 27
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

function Box({ drawn, at: [x, y], path, onToggle }: BoxProps) {
  if (drawn.type === 'group') return <GroupBox drawn={drawn} at={[x, y]} onToggle={onToggle} />
  const { node } = drawn
  const [, , kind, namespace, name] = path.split('/')
  const isSubject = node.kind === kind && node.name === name && (node.namespace ?? '-') === namespace
  return (
    <a href={objectRoute(node, node, 'graph')}>
      <g class={`box ${node.health.tone}${isSubject ? ' subject' : ''}`} transform={`translate(${x} ${y})`}>
        <rect width={box.width} height={box.height} rx="8" />
        <rect class="mark" width="4" height={box.height - 16} x="6" y="8" rx="2" />
        <text x="18" y="19" class="kind">
          {cut(node.health.text === '' ? node.kind : `${node.kind} · ${node.health.text}`)}
        </text>
        <text x="18" y="36">
          {cut(node.name)}
        </text>
        <title>{`${node.kind} ${node.name}${node.health.message === undefined ? '' : `: ${node.health.message}`}`}</title>
      </g>
    </a>
  )
}

function GroupBox({
  drawn,
  at: [x, y],
  onToggle,
}: {
  drawn: Extract<Drawn, { type: 'group' }>
  at: readonly [number, number]
  onToggle: (id: string) => void
}) {
  const { id, kind, count, isOpen, tones } = drawn
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onToggle(id)
  }
  const label = `${count} ${kind}s`
  return (
    <g
      class={`box group ${tones[0]?.[0] ?? 'quiet'}`}
      transform={`translate(${x} ${y})`}
      role="button"
      tabindex={0} // the SVG spelling: `tabIndex` would have no effect
      aria-expanded={isOpen}
      onClick={() => onToggle(id)}
      onKeyDown={press}
    >
      <rect width={box.width} height={box.height} rx="8" />
      <rect class="mark" width="4" height={box.height - 16} x="6" y="8" rx="2" />
      <text x="18" y="19" class="kind">
        {isOpen ? 'press to close' : 'press to open'}
      </text>
      <text x="18" y="36">
        {cut(`${label}: ${tones.map(([tone, many]) => `${many} ${tone}`).join(', ')}`)}
      </text>
    </g>
  )
}

/** Boxes and arrows, laid out in a worker. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { LayoutAnswer, LayoutRequest } from '../objects/layout-worker.ts'
import { ownScript } from '../objects/own-script.ts'
import { boxWidth, fitted } from './box-size.ts'
import { arrowHead, edgePath } from './edge-path.ts'
import type { DrawnBox, DrawnEdge, DrawnShape } from './protocol-shapes.ts'

const boxHeight = 46
const longestLabel = 30
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

export interface DrawingProps {
  readonly label: string
  readonly shape: DrawnShape
  /** The selected boxes. */
  readonly pressed?: readonly string[]
  readonly onSelect?: (id: string) => void
}

/** Larger graphs are not drawn: they would be unreadable. */
export const mostBoxes = 400

export function Drawing({ label, shape, pressed = [], onSelect }: DrawingProps) {
  const isTooLarge = shape.boxes.length > mostBoxes || shape.edges.length > 4 * mostBoxes
  const layout = useLayout(isTooLarge ? { boxes: [], edges: [] } : shape)
  const pane = useRef<HTMLDivElement>(null)
  const [chosen, setZoom] = useState<number>()
  // Fits the pane, down to a readable size.
  const fitting = Math.min(1, Math.max(0.7, ((pane.current?.clientWidth ?? 0) - 4) / (layout?.width ?? 1)))
  const zoom = chosen ?? fitting
  if (isTooLarge) return <p class="empty">{shape.boxes.length} boxes are too many for a drawing.</p>
  return (
    <div class="drawing">
      <div class="zoom">
        <button type="button" aria-label={`Smaller: ${label}`} onClick={() => setZoom(Math.max(0.4, zoom / 1.25))}>
          −
        </button>
        <button type="button" aria-label={`Larger: ${label}`} onClick={() => setZoom(Math.min(2, zoom * 1.25))}>
          +
        </button>
      </div>
      <div class="graph" ref={pane} tabIndex={0} role="region" aria-label={label}>
        {layout === undefined ? null : (
          <svg
            width={layout.width * zoom}
            height={layout.height * zoom}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            role="group"
            aria-label={label}
          >
            <g aria-hidden="true">
              {shape.edges.map((edge) => (
                <Edge key={edge.id} edge={edge} route={layout.routes.get(edge.id)} />
              ))}
            </g>
            {shape.boxes.map((one) => (
              <Box
                key={one.id}
                drawn={one}
                at={layout.places.get(one.id)}
                width={layout.boxWidth}
                isSelected={pressed.includes(one.id)}
                onSelect={onSelect}
              />
            ))}
          </svg>
        )}
      </div>
    </div>
  )
}

interface LaidOut {
  readonly boxWidth: number
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, readonly [number, number]>
  readonly routes: ReadonlyMap<string, LayoutAnswer['routes'][number]>
}

/** The last finished layout. Boxes that are not part of it yet are not drawn. */
function useLayout({ boxes, edges }: DrawnShape): LaidOut | undefined {
  const [laidOut, setLaidOut] = useState<LaidOut>()
  const worker = useRef<Worker | undefined>(undefined)
  const asked = useRef(0)
  useEffect(() => {
    worker.current = new Worker(ownScript('/layout-worker.js') as string, { type: 'module' })
    return () => worker.current?.terminate()
  }, [])
  const form = useMemo(
    () =>
      JSON.stringify([
        boxWidth(boxes),
        boxes.map(({ id }) => id),
        edges.map(({ id, from, to, label }) => [id, from, to, label]),
      ]),
    [boxes, edges],
  )
  useEffect(() => {
    if (boxes.length === 0) return setLaidOut(undefined)
    const id = ++asked.current
    const ids = boxes.map((one) => one.id)
    const index = new Map(ids.map((one, at) => [one, at]))
    const width = boxWidth(boxes)
    const request: LayoutRequest = {
      id,
      boxes: ids,
      edges: edges.map(({ from, to }) => [index.get(from)!, index.get(to)!] as const),
      labels: edges.map(({ label }) => [6.4 * cut(label, longestLabel).length + 10, 17] as const),
      direction: 'TB',
      width,
      height: boxHeight,
    }
    const hear = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.id !== id) return
      const places = new Map(ids.map((one, at) => [one, data.places[at]!]))
      const routes = new Map(edges.map((one, at) => [one.id, data.routes[at]!]))
      setLaidOut({ places, routes, boxWidth: width, width: data.width, height: data.height })
    }
    const { current: working } = worker
    working?.addEventListener('message', hear)
    working?.postMessage(request)
    return () => working?.removeEventListener('message', hear)
  }, [form])
  return laidOut
}

function Edge({ edge, route }: { edge: DrawnEdge; route: LayoutAnswer['routes'][number] | undefined }) {
  if (route === undefined) return null
  const text = cut(edge.label, longestLabel)
  const [x, y] = route.label ?? [0, 0]
  const width = 6.2 * text.length + 8
  return (
    <g class={`arrow ${edge.kind}`}>
      <path d={edgePath(route.points)} />
      <polygon points={arrowHead(route.points)} />
      {text === '' || route.label === undefined ? null : (
        <>
          <rect x={x - width / 2} y={y - 8.5} width={width} height={17} rx={4} />
          <text x={x} y={y + 4}>
            {text}
          </text>
        </>
      )}
    </g>
  )
}

interface BoxProps {
  readonly drawn: DrawnBox
  readonly at: readonly [number, number] | undefined
  readonly width: number
  readonly isSelected: boolean
  readonly onSelect: ((id: string) => void) | undefined
}

function Box({ drawn: { id, title, text, tone, isNow, label }, at, width, isSelected, onSelect }: BoxProps) {
  if (at === undefined) return null
  const [x, y] = at
  const [shownTitle, shownText] = [fitted(title, width, 'title'), fitted(text, width, 'text')]
  // The accessible name contains the visible text, so that voice control works.
  const name = shownTitle === title && shownText === text ? label : `${shownTitle} ${shownText}: ${label}`
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onSelect?.(id)
  }
  const button = {
    role: 'button',
    // SVG attributes are case-sensitive.
    tabindex: 0,
    'aria-pressed': isSelected,
    'aria-label': name,
    onClick: () => onSelect?.(id),
    onKeyDown: press,
  } as const
  return (
    <g
      class={`box ${tone} ${isSelected ? 'subject' : ''} ${isNow ? 'now' : ''} ${onSelect === undefined ? '' : 'group-button'}`}
      transform={`translate(${x} ${y})`}
      {...(onSelect === undefined ? { role: 'img', 'aria-label': label } : button)}
    >
      <rect width={width} height={boxHeight} rx={9} />
      <rect class="mark" width={5} height={boxHeight - 16} x={7} y={8} rx={2.5} />
      <text x={20} y={text === '' ? 28 : 20} class="name">
        {shownTitle}
      </text>{' '}
      <text x={20} y={37} class="kind">
        {shownText}
      </text>
    </g>
  )
}

/**
 * Boxes and arrows as SVG, in a layered layout. Names are untrusted, so every text is escaped. The layout gets numbers instead of names,
 * because the library may use plain objects as maps and a box may be called `__proto__`.
 * See decision 0310.
 */
import dagre from '@dagrejs/dagre'

export interface Drawing {
  readonly title: string
  readonly boxes: readonly DrawnBox[]
  readonly edges: readonly DrawnEdge[]
}

export interface DrawnBox {
  readonly id: string
  readonly title: string
  readonly subtitle: string
  readonly tone: 'plain' | 'quiet'
}

export interface DrawnEdge {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly style: 'plain' | 'alternative' | 'containment' | 'chance' | 'fault'
}

const letterWidth = 7.4
const boxHeight = 52
const margin = 24
const longestText = 60

/** Deterministic: the same drawing always gives the same text. */
export function renderSvg({ title, boxes, edges }: Drawing): string {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 64, marginx: margin, marginy: margin })
  const numbers = new Map(boxes.map(({ id }, index) => [id, `b${index}`]))
  for (const box of boxes) graph.setNode(numbers.get(box.id)!, { width: widthOf(box), height: boxHeight })
  for (const [index, { from, to, label }] of edges.entries()) {
    const place = { width: short(label).length * letterWidth, height: 16, labelpos: 'c' as const }
    graph.setEdge(numbers.get(from)!, numbers.get(to)!, place, `e${index}`)
  }
  dagre.layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const lines = edges.map((edge, index) =>
    drawEdge(edge, graph.edge(numbers.get(edge.from)!, numbers.get(edge.to)!, `e${index}`) as EdgePlace),
  )
  const rects = boxes.map((box) => drawBox(box, graph.node(numbers.get(box.id)!) as BoxPlace))
  return `${head(title, Math.ceil(width), Math.ceil(height))}${lines.join('')}${rects.join('')}</svg>\n`
}

interface BoxPlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface EdgePlace {
  readonly points: readonly { readonly x: number; readonly y: number }[]
  readonly x: number
  readonly y: number
}

/** Follows the viewer's light or dark mode. */
function head(title: string, width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>
  :root { --ink: #1f2937; --soft: #6b7280; --box: #f8fafc; --quiet: #eef0f3; --line: #64748b; --chance: #b45309; --fault: #b91c1c; --page: #ffffff; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --soft: #9ca3af; --box: #1e293b; --quiet: #111827; --line: #94a3b8; --chance: #f59e0b; --fault: #f87171; --page: #0b1120; } }
  text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: var(--ink); text-anchor: middle; }
  .subtitle { font-size: 11px; fill: var(--soft); }
  .label { font-size: 11px; fill: var(--soft); paint-order: stroke; stroke: var(--page); stroke-width: 4px; }
  rect { fill: var(--box); stroke: var(--line); }
  .quiet rect { fill: var(--quiet); stroke-dasharray: 4 3; }
  path { fill: none; stroke: var(--line); stroke-width: 1.4; }
  .alternative path { stroke-dasharray: 6 4; } .containment path { stroke-dasharray: 2 3; }
  .chance path { stroke: var(--chance); stroke-dasharray: 6 4; } .fault path { stroke: var(--fault); }
  .chance .label { fill: var(--chance); } .fault .label { fill: var(--fault); }
  marker path { fill: var(--line); stroke: none; }
</style>
<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
<rect width="100%" height="100%" style="fill:var(--page);stroke:none"/>
`
}

function drawBox({ title, subtitle, tone }: DrawnBox, { x, y, width, height }: BoxPlace): string {
  const place = `x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}"`
  const second =
    subtitle === ''
      ? ''
      : `<text class="subtitle" x="${round(x)}" y="${round(y + 14)}">${escaped(short(subtitle))}</text>`
  return `<g class="${tone}"><title>${escaped([title, subtitle].filter((text) => text !== '').join(': '))}</title><rect ${place} rx="10"/><text x="${round(x)}" y="${round(subtitle === '' ? y + 5 : y - 3)}" font-weight="600">${escaped(short(title))}</text>${second}</g>\n`
}

function drawEdge({ label, style }: DrawnEdge, { points, x, y }: EdgePlace): string {
  const text = `<text class="label" x="${round(x)}" y="${round(y + 4)}">${escaped(short(label))}</text>`
  return `<g class="${style}"><path d="${curveThrough(points)}" marker-end="url(#end)"/>${text}</g>\n`
}

/** A smooth line: each inner point is the control point of a quadratic curve. */
function curveThrough(points: EdgePlace['points']): string {
  const [first, ...rest] = points
  const last = rest.pop()
  if (first === undefined || last === undefined) return ''
  const middles = rest.map((point, index) => {
    const next = rest[index + 1] ?? last
    const end = index === rest.length - 1 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${round(point.x)} ${round(point.y)} ${round(end.x)} ${round(end.y)}`
  })
  const tail = middles.length === 0 ? `L${round(last.x)} ${round(last.y)}` : middles.join(' ')
  return `M${round(first.x)} ${round(first.y)} ${tail}`
}

function widthOf({ title, subtitle }: DrawnBox): number {
  return Math.max(96, short(title).length * 8 + 28, short(subtitle).length * 6.2 + 24)
}

function short(text: string): string {
  const letters = Array.from(text)
  return letters.length <= longestText ? text : `${letters.slice(0, longestText - 1).join('')}…`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** All control characters are replaced: XML 1.0 forbids most of them, even escaped. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]/gu, '\ufffd').replace(/[&<>"']/g, (letter) => entities[letter]!)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

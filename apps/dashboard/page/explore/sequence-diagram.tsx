/** The story of a failure as a sequence diagram. The list next to it has the same content as text. */
import type { StoryMoment } from '@kubewright/dashboard/exploration'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { cut, headHeight, layOutSequence, type Lifeline, type Row, type Stroke } from './sequence-layout.ts'

export interface SequenceDiagramProps {
  readonly moments: readonly StoryMoment[]
  readonly current: number
  readonly onPick: (at: number) => void
}

export function SequenceDiagram({ moments, current, onPick }: SequenceDiagramProps) {
  const layout = useMemo(() => layOutSequence(moments), [moments])
  const region = useRef<HTMLDivElement>(null)
  const row = layout.rows[current]
  useEffect(() => {
    if (row !== undefined) keepInView(region.current, row)
  }, [row])
  const { width, height } = layout
  return (
    <div class="sequence" ref={region} tabIndex={0} role="region" aria-label="Sequence diagram">
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summaryOf(layout.lifelines, moments)}
      >
        {row === undefined ? null : <rect class="current" x="0" y={row.y} width={width} height={row.height} />}
        {layout.lifelines.map((one) => (
          <LifelineMark key={one.name} lifeline={one} />
        ))}
        {layout.bars.map(({ x, from, to }) => (
          <rect key={`${x} ${from}`} class="reconciling" x={x - 5} y={from} width="10" height={to - from} rx="2" />
        ))}
        {layout.rows.map((one, at) => (
          <RowMark key={at} row={one} width={width} isLater={at > current} onPick={() => onPick(at)} />
        ))}
      </svg>
    </div>
  )
}

function summaryOf(lifelines: readonly Lifeline[], moments: readonly StoryMoment[]): string {
  const faults = moments.filter(({ type, struck }) => type === 'fault' || struck !== undefined)
  const wrong = faults.map(({ text, struck }) => (struck === undefined ? text : `${text}: ${struck.text}`)).join('; ')
  return `Messages between ${lifelines.map(({ name }) => name).join(', ')}. Faults: ${cut(wrong || 'none', 300)}`
}

/** Scrolls only the diagram, never the page. */
function keepInView(region: HTMLDivElement | null, { y, height }: Row): void {
  if (region === null) return
  const { scrollTop, clientHeight } = region
  if (y - headHeight < scrollTop || y + height > scrollTop + clientHeight) {
    region.scrollTop = Math.max(0, y - clientHeight / 2)
  }
}

function LifelineMark({ lifeline: { name, x, from, to, isCut } }: { lifeline: Lifeline }) {
  return (
    <g class="lifeline">
      <line x1={x} x2={x} y1={Math.max(from, headHeight - 8)} y2={to} />
      <rect x={x - 62} y="8" width="124" height="28" rx="8" />
      <text x={x} y="27">
        {cut(name, 16)}
        <title>{name}</title>
      </text>
      {isCut ? <Cross x={x} y={to} /> : null}
    </g>
  )
}

function RowMark({ row, width, isLater, onPick }: { row: Row; width: number; isLater: boolean; onPick: () => void }) {
  const { y, height, band, strokes, labels } = row
  return (
    <g class={`moment${isLater ? ' later' : ''}`} onClick={onPick}>
      <rect class="hit" x="0" y={y} width={width} height={height} />
      {band === undefined ? null : (
        <rect class={`band ${band}`} x="8" y={y + 3} width={width - 16} height={height - 6} rx="6" />
      )}
      {strokes.map((stroke) => (
        <StrokeMark key={stroke.y} stroke={stroke} />
      ))}
      {labels.map(({ x, y: line, text, tone }) => (
        <text key={line} x={x} y={line} class={tone}>
          {text}
        </text>
      ))}
    </g>
  )
}

function StrokeMark({ stroke: { x1, x2, y, isDashed, isFault, head } }: { stroke: Stroke }) {
  const back = x2 > x1 ? -8 : 8
  return (
    <g class={`stroke${isFault ? ' fault' : ''}`}>
      <line x1={x1} x2={x2} y1={y} y2={y} stroke-dasharray={isDashed ? '5 4' : undefined} />
      {head === 'arrow' ? (
        <path d={`M${x2 + back} ${y - 5}L${x2} ${y}L${x2 + back} ${y + 5}`} />
      ) : (
        <Cross x={x2} y={y} />
      )}
    </g>
  )
}

function Cross({ x, y }: { x: number; y: number }) {
  return <path class="cross" d={`M${x - 6} ${y - 6}L${x + 6} ${y + 6}M${x + 6} ${y - 6}L${x - 6} ${y + 6}`} />
}

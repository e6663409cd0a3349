/** The state machine of an external resource: its current state and its past transitions. */
import type { EventEntry } from '@kubewright/dashboard/topics'
import { Age, Empty } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { externalWays } from '../generated/external-states.ts'
import type { PlainObject } from './plain-object.ts'
import { transitionsOf } from './state-transitions.ts'

/** The column and row of each state. */
const places: Readonly<Record<string, readonly [number, number]>> = {
  Pending: [0, 0],
  look: [0, 1],
  Terminating: [0, 2],
  Creating: [1, 0],
  Updating: [1, 1],
  Recreating: [1, 2],
  Verifying: [2, 0],
  Completing: [2, 1],
  Failed: [2, 2],
  Succeeded: [3, 1],
}
const [width, height, columnGap, rowGap, margin] = [130, 40, 70, 44, 16]

export function StateTab({ object, path }: { object: PlainObject; path: string }) {
  const [, , , namespace] = path.split('/')
  const { entries, isComplete } = useTable<EventEntry>(`events:${namespace}/${object.metadata.uid}`)
  const transitions = transitionsOf(entries.values())
  const current = transitions.at(-1)?.state
  if (transitions.length === 0)
    return <Empty>{isComplete ? 'No recent state change was reported.' : 'Fetching …'}</Empty>
  return (
    <>
      <div class="graph" tabIndex={0} role="region" aria-label="States">
        <Machine current={current} visited={new Set(transitions.map(({ state }) => state))} />
      </div>
      <h2 class="way">State changes</h2>
      <ol class="plain">
        {[...transitions].reverse().map(({ state, at, message }, index) => (
          <li key={`${at} ${index}`} class="row">
            <strong>{state}</strong>
            <span>{message}</span>
            <span class="soft">
              <Age at={at} /> ago
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function cornerOf(state: string): readonly [number, number] {
  const [column, row] = places[state]!
  return [margin + column * (width + columnGap), margin + row * (height + rowGap)]
}

function Machine({ current, visited }: { current: string | undefined; visited: ReadonlySet<string> }) {
  const size = [2 * margin + 4 * width + 3 * columnGap, 2 * margin + 3 * height + 2 * rowGap] as const
  const label = `It is ${current ?? 'in no state'}; it was ${[...visited].join(', ')}`
  return (
    <svg width={size[0]} height={size[1]} viewBox={`0 0 ${size[0]} ${size[1]}`} role="img" aria-label={label}>
      <g class="edges">
        {externalWays.map((way) => (
          <Way key={way} way={way} />
        ))}
      </g>
      {Object.keys(places).map((state) => {
        const [x, y] = cornerOf(state)
        const kind = state === current ? 'now' : visited.has(state) ? 'visited' : ''
        return (
          <g key={state} class={`state ${kind}`} transform={`translate(${x} ${y})`}>
            <rect width={width} height={height} rx={state === 'look' ? 20 : 8} />
            <text x={width / 2} y={height / 2 + 5}>
              {state === 'look' ? 'observe' : state}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function Way({ way }: { way: string }) {
  const [from = '', to = ''] = way.split(' ')
  if (from === to || places[from] === undefined || places[to] === undefined) return null
  const [[x1, y1], [x2, y2]] = [cornerOf(from), cornerOf(to)]
  const [startX, endX] = x1 < x2 ? [x1 + width, x2] : x1 > x2 ? [x1, x2 + width] : [x1 + width / 2, x2 + width / 2]
  const startY = x1 === x2 ? (y1 < y2 ? y1 + height : y1) : y1 + height / 2
  const endY = x1 === x2 ? (y1 < y2 ? y2 : y2 + height) : y2 + height / 2
  const middle = (startX + endX) / 2
  return <path d={`M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${endX} ${endY}`} />
}

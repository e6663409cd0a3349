/** The layout of a sequence diagram: a lifeline for each participant, and a row for each moment. Pure. */
import type { StoryMoment } from '@kubewright/dashboard/exploration'

export interface Lifeline {
  readonly name: string
  readonly x: number
  /** The vertical extent. An instance that crashes has an end. */
  readonly from: number
  readonly to: number
  readonly isCut: boolean
}

export interface Stroke {
  readonly x1: number
  readonly x2: number
  readonly y: number
  readonly isDashed: boolean
  readonly isFault: boolean
  /** An arrow if the message arrived, a cross if it was lost. */
  readonly head: 'arrow' | 'cross'
}

export interface Label {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly tone: 'plain' | 'soft' | 'fault'
}

export interface Row {
  readonly y: number
  readonly height: number
  /** Spans the whole width, for a moment that concerns every participant. */
  readonly band?: 'step' | 'fault' | 'note' | 'soft'
  readonly strokes: readonly Stroke[]
  readonly labels: readonly Label[]
}

/** The time of a reconcile on a lifeline. */
export interface Bar {
  readonly x: number
  readonly from: number
  readonly to: number
}

export interface SequenceLayout {
  readonly width: number
  readonly height: number
  readonly lifelines: readonly Lifeline[]
  readonly rows: readonly Row[]
  readonly bars: readonly Bar[]
}

const column = 194
const margin = 12
/** The height of the participants' names. */
export const headHeight = 44
const barWidth = 10
/** The approximate number of characters between two lifelines. */
const fitting = 31

const heights: Readonly<Record<StoryMoment['type'], number>> = {
  step: 34,
  call: 52,
  event: 34,
  begin: 28,
  end: 28,
  fault: 36,
  note: 30,
  wait: 30,
  quiet: 30,
  gap: 34,
}
const bands: Readonly<Partial<Record<StoryMoment['type'], Row['band']>>> = {
  step: 'step',
  fault: 'fault',
  note: 'note',
  wait: 'soft',
  quiet: 'soft',
  gap: 'soft',
}

export function layOutSequence(moments: readonly StoryMoment[]): SequenceLayout {
  const names = participantsOf(moments)
  const places = new Map(names.map((name, at) => [name, margin + column / 2 + at * column]))
  const width = margin * 2 + column * Math.max(1, names.length)
  const rows: Row[] = []
  let y = headHeight
  for (const moment of moments) {
    const height = heights[moment.type]
    rows.push({ y, height, ...rowOf(moment, { y, width, places }) })
    y += height
  }
  const height = y + margin
  return {
    width,
    height,
    lifelines: lifelinesOf(names, moments, { rows, places, height }),
    rows,
    bars: barsOf(moments, rows, places),
  }
}

/** In display order: most messages go between neighbours. */
export function participantsOf(moments: readonly StoryMoment[]): readonly string[] {
  const names = [...new Set(moments.flatMap(({ from, to }) => [from, to].filter((name) => name !== undefined)))]
  return names.sort((one, two) => rankOf(one) - rankOf(two) || collator.compare(one, two))
}

const collator = new Intl.Collator('en', { numeric: true })

function rankOf(name: string): number {
  if (name === 'user') return 0
  if (name === 'cluster') return 1
  if (/^server( |$)/.test(name)) return 2
  return /^(operator|process) \d+$/.test(name) ? 3 : 4
}

interface Place {
  readonly y: number
  readonly width: number
  readonly places: ReadonlyMap<string, number>
}

function rowOf(moment: StoryMoment, place: Place): Pick<Row, 'band' | 'strokes' | 'labels'> {
  const { type, from = '', to = '' } = moment
  const [start, end] = [place.places.get(from), place.places.get(to)]
  if (type === 'call' && start !== undefined && end !== undefined) return callRow(moment, start, end, place.y)
  if (type === 'event' && start !== undefined && end !== undefined) return eventRow(moment, start, end, place.y)
  const middle = place.y + heights[type] / 2 + 4
  if (type === 'begin' || type === 'end') {
    const label: Label = { x: start ?? margin, y: middle, text: cut(moment.text, fitting + 6), tone: 'soft' }
    return { strokes: [], labels: [label] }
  }
  const text = cut(moment.text, Math.max(fitting, Math.floor((place.width - 2 * margin) / 7)))
  const label: Label = { x: place.width / 2, y: middle, text, tone: type === 'fault' ? 'fault' : 'plain' }
  const band = bands[type]
  return { strokes: [], labels: [label], ...(band === undefined ? {} : { band }) }
}

function eventRow({ text }: StoryMoment, x1: number, x2: number, y: number): Pick<Row, 'strokes' | 'labels'> {
  const stroke: Stroke = { x1, x2, y: y + 22, isDashed: true, isFault: false, head: 'arrow' }
  return {
    strokes: [stroke],
    labels: [{ x: (x1 + x2) / 2, y: y + 16, text: cut(withoutGroup(text), room(x1, x2)), tone: 'soft' }],
  }
}

/** A request and its response. A fault cuts the one that it hit. */
function callRow(
  { text, answer, struck }: StoryMoment,
  x1: number,
  x2: number,
  y: number,
): Pick<Row, 'strokes' | 'labels'> {
  const [middle, letters] = [(x1 + x2) / 2, room(x1, x2)]
  const isUnsent = struck?.at === 'request'
  const request: Stroke = {
    x1,
    x2: isUnsent ? x1 + (x2 - x1) * 0.6 : x2,
    y: y + 20,
    isDashed: false,
    isFault: isUnsent,
    head: isUnsent ? 'cross' : 'arrow',
  }
  const isLost = struck?.at === 'answer'
  const back: Stroke = {
    x1: x2,
    x2: isLost ? x2 + (x1 - x2) * 0.4 : x1,
    y: y + 44,
    isDashed: true,
    isFault: struck !== undefined,
    head: isLost ? 'cross' : 'arrow',
  }
  const said = [answer, struck?.text].filter((part) => part !== undefined).join(', but ')
  return {
    strokes: isUnsent ? [request] : [request, back],
    labels: [
      { x: middle, y: y + 14, text: cut(withoutGroup(text), letters), tone: 'plain' },
      ...(said === ''
        ? []
        : [
            {
              x: middle,
              y: y + 38,
              text: cut(said, letters + 9),
              tone: struck === undefined ? 'soft' : 'fault',
            } as const,
          ]),
    ],
  }
}

/** `create sites default/blog`, without the API group: the text next to the diagram has it. */
function withoutGroup(text: string): string {
  return text.replace(/^((?:[a-z]+ )?[a-z0-9-]+)(?:\.[a-z0-9-]+)+(?=[@/ ])/, '$1')
}

function room(x1: number, x2: number): number {
  return Math.max(fitting, Math.floor((Math.abs(x2 - x1) / column) * fitting))
}

export function cut(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text
}

const crashed = / crashes | is killed | ended /

function lifelinesOf(
  names: readonly string[],
  moments: readonly StoryMoment[],
  { rows, places, height }: { rows: readonly Row[]; places: ReadonlyMap<string, number>; height: number },
): readonly Lifeline[] {
  return names.map((name) => {
    const born = moments.findIndex(
      ({ type, from, text }) => type === 'note' && from === name && text.endsWith(' starts'),
    )
    const died = moments.findLastIndex(
      ({ type, from, text }) => type === 'fault' && from === name && crashed.test(`${text} `),
    )
    const last = moments.findLastIndex(({ from, to }) => from === name || to === name)
    const isCut = died >= 0 && died >= last
    const at = (index: number) => rows[index]!.y + rows[index]!.height / 2
    return { name, x: places.get(name)!, from: born < 0 ? headHeight : at(born), to: isCut ? at(died) : height, isCut }
  })
}

/** A crash ends the open bar. An unfinished reconcile extends to the bottom. */
function barsOf(
  moments: readonly StoryMoment[],
  rows: readonly Row[],
  places: ReadonlyMap<string, number>,
): readonly Bar[] {
  const open = new Map<string, number[]>()
  const bars: Bar[] = []
  const close = (name: string, began: number, depth: number, to: number) =>
    void bars.push({ x: places.get(name)! + depth * (barWidth / 2), from: rows[began]!.y + rows[began]!.height, to })
  for (const [at, { type, from = '', text }] of moments.entries()) {
    const own = open.get(from) ?? []
    if (type === 'begin') open.set(from, [...own, at])
    else if (type === 'end' && own.length > 0) close(from, own.at(-1)!, own.length - 1, rows[at]!.y)
    else if (type === 'fault' && crashed.test(`${text} `))
      own.forEach((began, depth) => close(from, began, depth, rows[at]!.y))
    else continue
    if (type !== 'begin') open.set(from, type === 'end' ? own.slice(0, -1) : [])
  }
  const end = rows.at(-1)
  for (const [name, own] of open) own.forEach((began, depth) => close(name, began, depth, end!.y + end!.height))
  return bars.filter(({ from, to }) => to > from)
}

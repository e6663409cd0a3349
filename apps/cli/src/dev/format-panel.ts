/**
 * The status panel at the bottom of a terminal: each controller with its queue, failing and recent objects with cause, result
 * and next time, and a summary line. Pure.
 */
import { formatDuration } from '@kubewright/core'
import { escapeControls } from '@kubewright/core/input'
import type { Paint } from '../terminal/paint.ts'
import { type ControllerState, type DevState, isFailing, type ObjectState } from './dev-state.ts'
import { markOf, onOneLine } from './format-reconcile.ts'

export interface Screen {
  readonly columns: number
  readonly rows: number
}

/** The panel takes at most this share of the screen. */
const share = 0.4
const mostLines = 14

/** @param now milliseconds since the epoch */
export function formatPanel(state: DevState, screen: Screen, now: number, paint: Paint): readonly string[] {
  const width = Math.max(1, screen.columns - 1)
  const room = Math.min(mostLines, Math.floor(screen.rows * share)) - 1
  const controllers = shortened(
    state.controllers.map((one) => controllerLine(one, state.controllers)),
    Math.ceil(room / 2),
    'controller',
  )
  const objects = shortened(
    state.objects.map((one) => objectLine(one, now)),
    room - controllers.length,
    'object',
  )
  const lines = [...controllers, ...objects].map(({ mark, text }) => {
    return `${mark === undefined ? ' ' : markOf(mark, paint)} ${paint.dim(cut(escapeControls(text), width - 2))}`
  })
  return [...lines, paint.dim(cut(footer(state), width))]
}

interface Line {
  readonly mark: ObjectState['result'] | undefined
  readonly text: string
}

function shortened(lines: readonly Line[], room: number, noun: string): readonly Line[] {
  if (lines.length <= room) return lines
  if (room <= 0) return []
  const more = lines.length - room + 1
  return [...lines.slice(0, room - 1), { mark: undefined, text: `… and ${more} more ${noun}${more === 1 ? '' : 's'}` }]
}

/** `acme-services  2 queued · 1 running · last default/checkout, 3 ms` */
function controllerLine({ name, tally, last }: ControllerState, all: readonly ControllerState[]): Line {
  const width = Math.max(...all.map((one) => one.name.length))
  const facts = [
    `${tally.waiting} queued`,
    `${tally.running} running`,
    ...(tally.delayed === 0 ? [] : [`${tally.delayed} later`]),
    ...(last === undefined ? [] : [`last ${last.key}, ${Math.round(last.durationMs)} ms`]),
  ]
  return { mark: last?.result, text: `${name.padEnd(width)}  ${facts.join(' · ')}` }
}

/** `default/cache of redises: changed → the image has no tag · KW_… · again in 8s` */
function objectLine(object: ObjectState, now: number): Line {
  const { controller, key, cause, result, due } = object
  const again =
    due === undefined ? undefined : `again in ${formatDuration(Math.max(0, Math.ceil((due - now) / 1_000) * 1_000))}`
  const facts = [
    ...(result.type === 'error'
      ? [onOneLine(result.message), ...(result.code === undefined ? [] : [result.code])]
      : []),
    ...(result.type === 'paused' ? ['paused'] : []),
    again ?? (isFailing(object) ? afterFailure(result) : undefined),
  ].filter((fact) => fact !== undefined)
  const came = facts.length === 0 ? 'done' : facts.join(' · ')
  return { mark: result, text: `  ${key} of ${controller}: ${cause} → ${came}` }
}

function afterFailure(result: ObjectState['result']): string {
  return result.type === 'error' && result.isTerminal ? 'waits for an edit' : 'will be tried again'
}

function footer(state: DevState): string {
  const failing = state.failing === 0 ? '' : ` · ${state.failing} failing`
  return `operator ${state.operator} · ${state.reconciles} reconciles${failing} · Ctrl-C stops`
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`
}

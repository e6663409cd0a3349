/** Formats a ring for a person: its shards, their objects, and the moves in progress. Pure. */
import { formatDuration } from '@kubewright/core'
import { escapeControls } from '@kubewright/core/input'
import { getOwn } from '@kubewright/core/json'
import type { KindReport, LeaderReport, Place, RingReport, ShardReport } from '@kubewright/sharding'
import { counted } from '../terminal/counted.ts'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from './format-table.ts'

/** The limit of moves shown; `--json` has all. */
const movesShown = 20

export function formatRing(report: RingReport, now: number, paint: Paint): string {
  const { moves } = report
  const hidden = moves.length - movesShown
  const lines = [
    headline(report, paint),
    '',
    ...shardTable(report, paint),
    ...notesOf(report).map((note) => paint.yellow(`! ${escapeControls(note)}`)),
    '',
    moves.length === 0 ? restText(report) : `${counted(moves.length, 'object')} being moved:`,
    ...(moves.length === 0 ? [] : moveTable(moves.slice(0, movesShown), now)),
    ...(hidden > 0 ? [`… and ${hidden} more`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function headline({ ring, namespace, leader }: RingReport, paint: Paint): string {
  const led =
    leader === undefined || leader.isLate
      ? paint.yellow(`no sharder${leader === undefined ? '' : `, ${lastText(leader)}`}`)
      : `sharder ${printable(leader.holder)} (renewed ${ago(leader.renewedMsAgo)})`
  return `${paint.bold(`ring ${escapeControls(ring)}`)} in ${escapeControls(namespace)}: ${led}`
}

function lastText({ holder, renewedMsAgo }: LeaderReport): string {
  return `the last one was ${printable(holder)}, renewed ${ago(renewedMsAgo)}`
}

/** Owned objects follow their owners. Those that could not be labelled keep their former shard. */
function restText({ shards, kinds }: RingReport): string {
  const placed = new Set(shards.filter(({ share }) => share > 0).map(({ shard }) => shard))
  const left = kinds.filter(({ isOwned }) => isOwned).map((kind) => leftOf(kind, placed))
  const count = left.reduce((sum, one) => sum + one, 0)
  if (count === 0) return 'Every object is on its shard.'
  return `${counted(count, 'owned object')} without an existing shard: the shards of their owners do not see them.`
}

function leftOf({ objects, unassigned }: KindReport, placed: ReadonlySet<string>): number {
  const elsewhere = Object.entries(objects).filter(([shard]) => !placed.has(shard))
  return elsewhere.reduce((sum, [, count]) => sum + count, unassigned)
}

/** Lease holders are untrusted text: anyone who may write a lease could inject terminal sequences. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}

function shardTable({ shards, kinds }: RingReport, paint: Paint): readonly string[] {
  const heads = ['SHARD', 'STATE', 'SHARE', ...kinds.map(({ kind }) => kind), 'RENEWED']
  const rows = shards.map((one) => [
    one.shard,
    one.state,
    one.share === 0 ? '-' : `${(one.share * 100).toFixed(1)} %`,
    ...kinds.map((kind) => String(getOwn(kind.objects, one.shard) ?? 0)),
    ago(one.renewedMsAgo),
  ])
  const named = new Set(shards.map(({ shard }) => shard))
  const gone = [...new Set(kinds.flatMap(({ objects }) => Object.keys(objects)))].filter((shard) => !named.has(shard))
  const others = [
    ...gone
      .sort()
      .map((shard) => [shard, 'no lease', '-', ...kinds.map((kind) => String(getOwn(kind.objects, shard) ?? 0)), '-']),
    ...(kinds.some(({ unassigned }) => unassigned > 0) ? [unassignedRow(kinds)] : []),
  ]
  return formatTable([heads, ...rows, ...others], (text, row, column) => {
    if (row === 0) return paint.dim(text)
    return column === 1 ? paintState(text, paint) : text
  })
}

function unassignedRow(kinds: readonly KindReport[]): readonly string[] {
  return ['(none)', '', '', ...kinds.map(({ unassigned }) => String(unassigned)), '']
}

function paintState(text: string, paint: Paint): string {
  const state = text.trim()
  if (state === 'ready') return paint.green(text)
  return state === 'expired' ? paint.yellow(text) : paint.red(text)
}

function moveTable(moves: readonly Place[], now: number): readonly string[] {
  const heads = ['KIND', 'OBJECT', 'FROM', 'TO', 'SINCE', 'NEXT']
  const rows = moves.map((one) => [
    one.kind,
    one.namespace === undefined ? one.name : `${one.namespace}/${one.name}`,
    one.actor || '-',
    one.target || '-',
    one.drainingSince === undefined ? '-' : ago(now - one.drainingSince),
    nextText(one),
  ])
  return formatTable([heads, ...rows])
}

export function nextText({ next, waitsFor, actor }: Place): string {
  if (next !== 'wait') return next
  if (waitsFor === 'drain') return `${actor} releases it`
  return waitsFor === 'takeover' ? `the lease of ${actor} is taken over` : `waits for ${waitsFor}`
}

/** Without a leader, its last view of the shards is stale and not compared. */
function notesOf({ leader, shards, problems }: RingReport): readonly string[] {
  const isLed = leader !== undefined && !leader.isLate
  return [...(isLed ? shards.flatMap(disagreement) : []), ...problems]
}

/** The leader has observed for longer than this command. */
function disagreement({ shard, state, stateByLeader }: ShardReport): readonly string[] {
  if (stateByLeader === '' || stateByLeader === state) return []
  return [
    `The sharder considers ${shard} ${stateByLeader}. If this persists with --watch, the clock of a replica is wrong.`,
  ]
}

export function ago(ms: number): string {
  return `${formatDuration(Math.max(0, Math.round(ms / 1_000)) * 1_000)} ago`
}

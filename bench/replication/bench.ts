/**
 * Replicates objects of one cluster to many, and their status back. Home is a real kube-apiserver if available, peers are embedded ones
 * in two processes, and the measured replicator has its own process. Compares with the algorithm of the original from
 * `test/integration/replication/original.ts`: once with a single set of handlers, and once as in the original, with one set for each
 * peer.
 */
import { loadavg } from 'node:os'
import { type ArmResult, measureArm } from './measure-arm.ts'
import type { ArmKind } from './scene.ts'

const option = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}
const options = {
  peers: Number(option('peers', '200')),
  objects: Number(option('objects', '10')),
  changes: Number(option('changes', '200')),
  restSeconds: Number(option('rest', '60')),
  limitSeconds: Number(option('limit', '300')),
  isEmbedded: process.argv.includes('--embedded'),
  hosts: 2,
}
/**
 * The original handles all objects at once, so its requests time out, are dropped, and are retried by the resync 30 seconds
 * later. How many peers it manages in a few minutes depends on the machine.
 */
const mostOfOriginal = Number(option('compare', '50'))
/** In the original every event is handled once for each peer: with two hundred peers it never finishes and runs out of memory. */
const mostOfHandlers = 20
const wanted = option('only', 'ours,original,handlers').split(',') as ArmKind[]

const titles: Readonly<Record<ArmKind, string>> = {
  ours: 'Kubewright',
  original: 'original, one set of handlers',
  handlers: 'original, one set of handlers for each peer',
}

interface Run {
  readonly arm: ArmKind
  readonly peers: number
}

/** Ours with all peers; and with as many as the original, if that has fewer. */
const compared = Math.min(mostOfOriginal, options.peers)
const isComparedWithFewer = wanted.includes('ours') && wanted.includes('original') && compared < options.peers
const runs: readonly Run[] = [
  ...wanted.filter((arm) => arm === 'ours').map((arm) => ({ arm, peers: options.peers })),
  ...(isComparedWithFewer ? [{ arm: 'ours' as const, peers: compared }] : []),
  ...wanted.filter((arm) => arm === 'original').map((arm) => ({ arm, peers: compared })),
  ...wanted.filter((arm) => arm === 'handlers').map((arm) => ({ arm, peers: Math.min(mostOfHandlers, options.peers) })),
]

console.log(`${options.peers} peers × ${options.objects} objects. Load average before: ${loadavg()[0]!.toFixed(1)}.`)
const results: ArmResult[] = []
for (const { arm, peers } of runs) {
  const result = await measureArm(arm, { ...options, peers })
  results.push(result)
  console.error(`${titles[arm]}: ${JSON.stringify({ ...result, changeMs: result.changeMs.length })}`)
}
console.log(`Home: ${results[0]!.homeIs}. Load average after: ${loadavg()[0]!.toFixed(1)}.\n`)

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, two) => one - two)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const show = (value: number, unit: string) => {
  if (!Number.isFinite(value)) return '–'
  return `${Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))} ${unit}`
}
const drops = (byCode: Readonly<Record<string, number>>) =>
  Object.entries(byCode)
    .map(([code, count]) => `${count} ${code}`)
    .join(', ') || 'none'
const rows: readonly (readonly [string, (result: ArmResult, total: number) => string])[] = [
  [
    'time until every status has come back',
    ({ syncMs, synced }) =>
      syncMs === undefined
        ? `${synced.toLocaleString('en')} objects after ${options.limitSeconds} s`
        : show(syncMs, 'ms'),
  ],
  ['processor time until then', ({ syncCpuMs }) => show(syncCpuMs, 'ms')],
  ['requests per object until then', ({ syncRequests }, total) => show(syncRequests / total, '')],
  ['errors that were dropped until then', ({ dropsByCode }) => drops(dropsByCode)],
  ['requests for one change and its status', ({ requestsPerChange }) => show(requestsPerChange, '')],
  ['from one change to its visible status, median', ({ changeMs }) => show(percentile(changeMs, 0.5), 'ms')],
  ['from one change to its visible status, p99', ({ changeMs }) => show(percentile(changeMs, 0.99), 'ms')],
  ['heap per peer', ({ heapPerPeer }) => show(heapPerPeer / 1_024, 'KiB')],
  ['resident memory per peer', ({ rssPerPeer }) => show(rssPerPeer / 1_024, 'KiB')],
  ['processor time at rest', ({ restCpuMsPerMinute }) => show(restCpuMsPerMinute, 'ms a minute')],
  ['requests at rest', ({ restRequestsPerMinute }) => show(restRequestsPerMinute, 'a minute')],
]
console.log(`| what | ${runs.map(({ arm, peers }) => `${titles[arm]}, ${peers} peers`).join(' | ')} |`)
console.log(`|---|${runs.map(() => '---:').join('|')}|`)
for (const [what, cell] of rows) {
  console.log(`| ${what} | ${runs.map(({ peers }, at) => cell(results[at]!, peers * options.objects)).join(' | ')} |`)
}
process.exit(0)

/**
 * A gateway with N peers, all translated in both directions, on a real kernel: the cost of connecting them, changing one, restarting and
 * disconnecting, compared with the original's commands on the same machine. Then the same peers through the API: from the first object to
 * the last route.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@kubewright/core'
import { detectHost } from '@kubewright/network'
import { makePrivateKey } from '@kubewright/network/tunnel'
import { type Panel, plot } from '../sharding/plot.ts'
import { type ApiConvergence, convergeThroughApi } from './convergence.ts'
import { type KernelRun, measureOriginal, measureOurs, type OriginalRun, Stopwatch } from './kernel-stages.ts'
import { doublyTranslated, nodeAddress } from './peers.ts'

const option = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}
const counts = option('peers', '10,50,100,150,200').split(',').map(Number)
const runs = Number(option('runs', '10'))
const baselineRuns = Number(option('baseline-runs', '3'))
const apiRuns = Number(option('api-runs', '3'))

function ipOrThrow(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}

function prepareNamespace(): void {
  spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run'])
  mkdirSync('/run/wireguard', { recursive: true })
  ipOrThrow('link', 'set', 'lo', 'up')
  ipOrThrow('link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'far')
  for (const device of ['eth0', 'far']) ipOrThrow('link', 'set', device, 'up')
  ipOrThrow('addr', 'add', `${nodeAddress}/24`, 'dev', 'eth0')
}

const median = (values: readonly number[]) => values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)]!
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const show = (value: number) =>
  Number.isNaN(value) ? '–' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
const load = () => loadavg()[0]!.toFixed(1)

interface Point {
  readonly count: number
  readonly ours: number
  readonly original: number
  readonly converged: number
}

async function kernelTable(): Promise<Omit<Point, 'converged'>[]> {
  const watch = new Stopwatch()
  const host = await detectHost({ runner: watch, clock: systemClock })
  const key = host.keys.add(makePrivateKey())
  console.log(`Load average before: ${load()}. Medians of ${runs} runs (original: ${baselineRuns}), milliseconds.`)
  console.log(
    'In parentheses: processor time of this process, the programs it ran and WireGuard in user space (mean).\n',
  )
  row([
    'peers',
    'plan',
    'connect all: all stages',
    'connect all: routes and rules',
    'original: routes and rules',
    'ratio',
    'restart: everything is read, nothing changes',
    'one peer changes',
    'disconnect all',
  ])
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  const points: Omit<Point, 'converged'>[] = []
  for (const count of counts) points.push(await kernelRow(count, { host, watch, key }))
  return points
}

async function kernelRow(
  count: number,
  bed: Parameters<typeof measureOurs>[1],
): Promise<{ count: number; ours: number; original: number }> {
  const peers = doublyTranslated(count)
  const all: KernelRun[] = []
  const originals: OriginalRun[] = []
  for (let run = 0; run <= runs; run++) {
    const measured = await measureOurs(peers, bed)
    if (run > 0) all.push(measured) // the first run is a warm-up
    if (run < baselineRuns) originals.push(await measureOriginal(peers))
  }
  const of = (field: keyof KernelRun['sample']) => median(all.map(({ sample }) => sample[field]))
  const work = (field: keyof KernelRun['work']) => mean(all.map((one) => one.work[field]))
  const original = originals.length === 0 ? Number.NaN : median(originals.map(({ ms }) => ms))
  const originalWork = originals.length === 0 ? Number.NaN : mean(originals.map((one) => one.work))
  row([
    count,
    show(of('plan')),
    `${show(of('connect'))} (${show(work('connect'))})`,
    show(of('routesAndRules')),
    `${show(original)} (${show(originalWork)})`,
    `${show(original / of('routesAndRules'))}×`,
    `${show(of('again'))} (${show(work('again'))})`,
    `${show(of('one'))} (${show(work('one'))})`,
    show(of('disconnect')),
  ])
  return { count, ours: of('routesAndRules'), original }
}

async function apiTable(): Promise<Map<number, number>> {
  console.log(
    `\nThrough the API server, embedded in the same process: from the first NetworkConfig to the last route in the kernel. Medians of ${apiRuns} runs.\n`,
  )
  row([
    'peers',
    'all TunnelEndpoints',
    'all routes (processor time)',
    'one peer moves (processor time)',
    'restart: kernel writes',
    'at rest, share of a core',
    'WireGuard in user space at rest',
  ])
  console.log('|---:|---:|---:|---:|---:|---:|---:|')
  const converged = new Map<number, number>()
  for (const count of counts) {
    const all: ApiConvergence[] = []
    for (let run = 0; run < apiRuns; run++)
      all.push(await convergeThroughApi({ count, idleMs: run === 0 && count === counts.at(-1) ? 30_000 : 0 }))
    if (all.length === 0) break
    const of = (field: keyof ApiConvergence) => median(all.map((one) => one[field]))
    const percent = (value: number) => (Number.isNaN(value) ? '–' : `${(value * 100).toFixed(2)} %`)
    converged.set(count, of('routesMs'))
    row([
      count,
      `${show(of('endpointsMs'))} ms`,
      `${show(of('routesMs'))} ms (${show(of('routesWorkMs'))})`,
      `${show(of('oneMs'))} ms (${show(of('oneWorkMs'))})`,
      Math.max(...all.map(({ restartWrites }) => restartWrites)),
      percent(all[0]!.idleShare),
      percent(all[0]!.idleWireguardShare),
    ])
  }
  return converged
}

function writePlot(points: readonly Point[]): void {
  const series = (name: string, color: string, value: (one: Point) => number) => ({
    name,
    color,
    points: points.map((one) => [one.count, value(one)] as const),
  })
  const xTitle = 'peers'
  const panels: Panel[] = [
    {
      title: 'Original: routes and rules',
      xTitle,
      yUnit: ' s',
      series: [series('43 calls a peer', '#d62728', ({ original }) => original / 1000)],
    },
    {
      title: 'Kubewright: routes and rules',
      xTitle,
      yUnit: ' ms',
      series: [series('one batch a program', '#1f77b4', ({ ours }) => ours)],
    },
    {
      title: 'Kubewright: from objects to routes',
      xTitle,
      yUnit: ' s',
      series: [series('through the API', '#2ca02c', ({ converged }) => converged / 1000)],
    },
  ]
  writeFileSync(join(import.meta.dirname, '../network-peers.svg'), plot(panels))
}

prepareNamespace()
const points = await kernelTable()
const converged = await apiTable()
console.log(`\nLoad average after: ${load()}.`)
if (process.argv.includes('--plot'))
  writePlot(points.map((point) => ({ ...point, converged: converged.get(point.count) ?? Number.NaN })))
process.exit(0)

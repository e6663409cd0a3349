/** The results next to the aims, as Markdown tables. */
import type { Capacity } from './part-capacity.ts'
import type { ObjectsReport, Resumed } from './part-objects.ts'

/** The speed-up of the original, by the number of shards. */
export const original: Readonly<Record<number, number>> = { 1: 1, 2: 1.48, 3: 2.14, 4: 2.56, 5: 2.98 }

/** The target speed-up over one shard, by the number of shards. */
const aims: Readonly<Record<number, number>> = { 3: 2.6, 5: 4.2 }
const leaseSeconds = 15

interface Row {
  readonly what: string
  readonly measured: string
  readonly aim?: string
  readonly isMet?: boolean
}

export function capacityTable(all: readonly Capacity[]): string {
  const [one] = all
  const lines = all.map(({ shards, websites, perSecond, largestPart, cores }) => {
    const ratio = perSecond / one!.perSecond
    const aim = one?.shards === 1 ? aims[shards] : undefined
    const met = aim === undefined ? ['', ''] : [`at least ${aim}×`, ratio >= aim ? 'yes' : '**no**']
    return cells([
      shards,
      websites,
      perSecond.toFixed(1),
      `${ratio.toFixed(2)}×`,
      `${(one!.largestPart / largestPart).toFixed(2)}×`,
      `${(original[shards] ?? Number.NaN).toFixed(2)}×`,
      ...met,
      percent(cores.busiestShard),
      percent(cores.server),
      percent(cores.load),
    ])
  })
  const head = [
    'shards',
    'websites',
    'changes/s',
    'speed-up',
    'speed-up the ring allows',
    'speed-up of the original',
    'aim',
    'met',
    'busiest shard',
    'API server',
    'load generator',
  ]
  return table(head, lines)
}

export function objectsTable(report: ObjectsReport): string {
  return rowsTable([...costRows(report), ...memoryRows(report), ...scaleOutRows(report), resumedRow(report.killed)])
}

export function killTable(killed: Resumed): string {
  return rowsTable([resumedRow(killed)])
}

function costRows({ costs }: ObjectsReport): readonly Row[] {
  const least = Math.min(...costs.map(({ sharder }) => sharder))
  const most = Math.max(...costs.map(({ sharder }) => sharder))
  return [
    ...costs.map(({ websites, sharder, shards }) => {
      const share = sharder / (sharder + shards)
      return {
        what: `${websites} websites: share of the sharder in the processor time of the fleet (${percent(sharder)} of a core)`,
        measured: percent(share),
        aim: 'at most 3 %',
        isMet: share <= 0.03,
      }
    }),
    {
      what: 'sharder: processor time with the most websites ÷ with the fewest, same load',
      measured: `${(costs.at(-1)!.sharder / costs[0]!.sharder).toFixed(2)}×`,
    },
    {
      what: 'sharder: highest ÷ lowest processor time of the measured sizes',
      measured: `${(most / least).toFixed(2)}×`,
    },
  ]
}

function memoryRows({ empty, shard, unsharded, largestPart }: ObjectsReport): readonly Row[] {
  const row = (what: string, part: number) => ({
    what,
    measured: percent(part),
    aim: `at most ${percent(1 / 3 + 0.1)}`,
    isMet: part <= 1 / 3 + 0.1,
  })
  const text = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
  return [
    row(
      `resident memory: the largest of 3 shards, with ${percent(largestPart)} of the websites (${text(shard.resident)}) ÷ the unsharded operator (${text(unsharded.resident)})`,
      shard.resident / unsharded.resident,
    ),
    {
      what: `heap after garbage collection: that shard (${text(shard.held)}) ÷ the unsharded operator (${text(unsharded.held)})`,
      measured: percent(shard.held / unsharded.held),
    },
    {
      what: `… both minus the heap of a shard without websites (${text(empty.held)})`,
      measured: percent((shard.held - empty.held) / (unsharded.held - empty.held)),
    },
  ]
}

function scaleOutRows({ scaleOut }: ObjectsReport): readonly Row[] {
  const { websites, moved, wanted, astray, seconds, secondsFromStart } = scaleOut
  return [
    {
      what: `a fourth shard is added, ${websites} websites: moved, of those that the ring assigns to it`,
      measured: `${moved} of ${wanted}, ${astray} others`,
      aim: 'only these',
      isMet: moved === wanted && astray === 0,
    },
    {
      what: `a fourth shard is added: time from the first requested move to the last move (${secondsFromStart.toFixed(1)} s from the start of its process)`,
      measured: `${seconds.toFixed(1)} s`,
      aim: 'at most 10 s',
      isMet: seconds <= 10,
    },
  ]
}

function resumedRow({ websites, ofKilled, seconds }: Resumed): Row {
  const limit = 2 * leaseSeconds + 5
  return {
    what: `a shard is killed: time until its ${ofKilled} of ${websites} websites have another shard, and those that were changed are ready`,
    measured: `${seconds.toFixed(1)} s`,
    aim: `at most ${limit} s`,
    isMet: seconds <= limit,
  }
}

function rowsTable(rows: readonly Row[]): string {
  const lines = rows.map(({ what, measured, aim = '', isMet }) =>
    cells([what, measured, aim, isMet === undefined ? '' : isMet ? 'yes' : '**no**']),
  )
  return table(['what', 'measured', 'aim', 'met'], lines)
}

function table(head: readonly string[], lines: readonly string[]): string {
  return [cells(head), `|${head.map((_, at) => (at === 0 ? '---|' : '---:|')).join('')}`, ...lines].join('\n')
}

const cells = (values: readonly (string | number)[]) => `| ${values.join(' | ')} |`
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

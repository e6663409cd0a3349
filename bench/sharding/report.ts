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
    'of one',
    'the ring allows',
    'original',
    'aim',
    'met',
    'busiest shard',
    'API server',
    'load',
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
        what: `${websites} websites: the sharder's part of the fleet's processor time (${percent(sharder)} of a core)`,
        measured: percent(share),
        aim: 'at most 3 %',
        isMet: share <= 0.03,
      }
    }),
    {
      what: 'the sharder, with most websites against with fewest, same load',
      measured: `${(costs.at(-1)!.sharder / costs[0]!.sharder).toFixed(2)}×`,
    },
    { what: 'the same, most against least', measured: `${(most / least).toFixed(2)}×` },
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
      `memory of the largest of 3 shards, which has ${percent(largestPart)} of the websites, as the system counts it (${text(shard.resident)}), of the unsharded operator (${text(unsharded.resident)})`,
      shard.resident / unsharded.resident,
    ),
    {
      what: `the same after collecting garbage, without Node itself (${text(shard.held)} of ${text(unsharded.held)})`,
      measured: percent(shard.held / unsharded.held),
    },
    {
      what: `the same without what a shard without websites holds (${text(empty.held)})`,
      measured: percent((shard.held - empty.held) / (unsharded.held - empty.held)),
    },
  ]
}

function scaleOutRows({ scaleOut }: ObjectsReport): readonly Row[] {
  const { websites, moved, wanted, astray, seconds, secondsFromStart } = scaleOut
  return [
    {
      what: `a fourth shard for ${websites} websites: moved, of those the ring gives it`,
      measured: `${moved} of ${wanted}, ${astray} others`,
      aim: 'only these',
      isMet: moved === wanted && astray === 0,
    },
    {
      what: `the same: time from the first request to let go (${secondsFromStart.toFixed(1)} s from the start of its process)`,
      measured: `${seconds.toFixed(1)} s`,
      aim: 'at most 10 s',
      isMet: seconds <= 10,
    },
  ]
}

function resumedRow({ websites, ofKilled, seconds }: Resumed): Row {
  const limit = 2 * leaseSeconds + 5
  return {
    what: `a shard killed: until its ${ofKilled} of ${websites} websites go on`,
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

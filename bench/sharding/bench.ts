/**
 * `npm run bench -- sharding`: the capacity of fleets of one to five shards, the cost of the sharder and of a shard, and the
 * time to move objects. Takes about a quarter of an hour; flags select parts. Tables go to standard output, progress to
 * standard error, and the curves to `bench/sharding-….svg`.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findCpuQuotas } from './cpu-quota.ts'
import { type Capacity, measureCapacity } from './part-capacity.ts'
import { measureObjects, type SharderCost } from './part-objects.ts'
import { type Panel, plot } from './plot.ts'
import { progress } from './progress.ts'
import { capacityTable, objectsTable, original } from './report.ts'

const usage = `npm run bench -- sharding [flags]
  --parts capacity,objects   which parts run
  --shards 1,2,3,4,5         how many shards the fleets have whose capacity is measured
  --share 0.06               of a core, for each of these shards
  --per-shard 400            websites for each of these shards
  --websites 9000            websites in the part "objects", in the end
  --moving 1800              websites while shards come and go
  --rate 48                  changes a second while the cost of the sharder is measured
  --level 10                 seconds for which a load is held
  --curves bench             the folder for the curves; nothing for nowhere`

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'capacity,objects' },
    shards: { type: 'string', default: '1,2,3,4,5' },
    share: { type: 'string', default: '0.06' },
    'per-shard': { type: 'string', default: '400' },
    websites: { type: 'string', default: '9000' },
    moving: { type: 'string', default: '1800' },
    rate: { type: 'string', default: '48' },
    level: { type: 'string', default: '10' },
    curves: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    help: { type: 'boolean' },
  },
})
if (values.help === true) {
  console.log(usage)
  process.exit(0)
}

// Child processes end with this one, and control groups are removed when it exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const parts = values.parts.split(',')
const levelSeconds = Number(values.level)
if (parts.includes('capacity')) await runCapacity()
if (parts.includes('objects')) await runObjects()

async function runCapacity(): Promise<void> {
  const found = findCpuQuotas()
  const share = Number(values.share)
  const quotas = typeof found === 'string' ? undefined : found
  console.log(
    typeof found === 'string'
      ? `\nNo share of a core can be given to a process here (${found}): shards are not limited, and share this machine.`
      : `\nEach shard has ${(share * 100).toFixed(0)} % of a core (${found.mechanism}); the others have what they want.`,
  )
  const counts = values.shards.split(',').map(Number)
  const websitesPerShard = Number(values['per-shard'])
  const all = await measureCapacity({ counts, quotas, share, websitesPerShard, levelSeconds })
  console.log(`\n### Capacity\n\n${capacityTable(all)}`)
  await draw('capacity', capacityPanel(all))
}

async function runObjects(): Promise<void> {
  const report = await measureObjects({
    websites: Number(values.websites),
    moving: Number(values.moving),
    perSecond: Number(values.rate),
    levelSeconds,
  })
  console.log(`\n### Many objects\n\n${objectsTable(report)}`)
  await draw('cost', costPanel(report.costs))
}

async function draw(what: string, panel: Panel): Promise<void> {
  if (values.curves === '') return
  const path = join(values.curves, `sharding-${what}.svg`)
  await writeFile(path, plot([panel]))
  progress(`curves in ${path}`)
}

function capacityPanel(all: readonly Capacity[]): Panel {
  const [one] = all
  const series = (name: string, color: string, of: (capacity: Capacity) => number) => ({
    name,
    color,
    points: all.map((capacity) => [capacity.shards, of(capacity)] as const),
  })
  return {
    title: 'Capacity, as many times that of one shard',
    xTitle: 'shards, each with the same share of a core',
    yUnit: '×',
    series: [
      { ...series('linear', '#9aa0a6', ({ shards }) => shards), isDashed: true },
      series('Kubewright', '#2f81f7', ({ perSecond }) => perSecond / one!.perSecond),
      series('the original', '#d9822b', ({ shards }) => original[shards] ?? 0),
    ],
  }
}

function costPanel(costs: readonly SharderCost[]): Panel {
  const series = (name: string, color: string, of: (cost: SharderCost) => number) => ({
    name,
    color,
    points: costs.map((cost) => [cost.websites, of(cost) * 100] as const),
  })
  return {
    title: 'Processor time, of one core, under the same load',
    xTitle: 'websites',
    yUnit: ' %',
    series: [
      series('three shards', '#2f81f7', ({ shards }) => shards),
      series('the sharder', '#d9822b', ({ sharder }) => sharder),
    ],
  }
}

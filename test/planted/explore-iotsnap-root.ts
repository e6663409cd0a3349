/**
 * `npm run explore:iotsnap`: every single fault of the IotSnap Root operator, one after the other, then double faults drawn by seed:
 * `KUBEWRIGHT_SEEDS=5` for the seeds 1 to 5, `=7-7` for one, `=0` for none. The single faults take about ten minutes of one core.
 * `-- --part 2/4` plays the second quarter of the runs, for running the parts in parallel.
 */
import { parseArgs } from 'node:util'
import { explore, type Report } from '@kubewright/testing'
import { iotSnapRoot } from './own-iotsnap-root.ts'

const { values } = parseArgs({
  options: { draws: { type: 'string', default: '50' }, single: { type: 'boolean', default: true } },
  allowNegative: true,
})

function seedsOf(text: string): readonly number[] {
  const [, from = '1', to = ''] = /^(?:(\d+)-)?(\d+)$/.exec(text) ?? []
  if (to === '') throw new Error(`KUBEWRIGHT_SEEDS is ${JSON.stringify(text)}: give a number, or two as 3-7.`)
  return Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, at) => Number(from) + at)
}

function tell(what: string, { runs, truncated, failures }: Report): void {
  console.log(
    `${what}: ${runs} runs, ${failures.length} failures${truncated === undefined ? '' : `, left out: ${truncated}`}`,
  )
  for (const failure of failures) console.log(`\n${failure.story()}\n`)
  if (failures.length > 0) process.exitCode = 1
}

const onProgress = ({
  strategy,
  runs,
  plans,
  failures,
}: {
  strategy: string
  runs: number
  plans: number
  failures: number
}) => {
  if (runs % 50 === 0) console.error(`${strategy}: ${runs} of ${plans} plans, ${failures} failures`)
}
const budget = { within: '6h' } as const
if (values.single)
  tell('single faults', await explore({ ...iotSnapRoot, strategies: ['single', 'outages'], budget, onProgress }))
for (const seed of seedsOf(process.env['KUBEWRIGHT_SEEDS'] ?? '1')) {
  const draws = Number(values.draws)
  tell(
    `double faults, seed ${seed}`,
    await explore({ ...iotSnapRoot, seed, strategies: ['combined'], draws, budget, onProgress }),
  )
}

/**
 * `npm run explore:iotsnap`: every single fault and every outage of the IotSnap Root operator, one after the other, then double faults
 * drawn by seed: `KUBEWRIGHT_SEEDS=5` for the seeds 1 to 5, `=7-7` for one, `=0` for none. The first two take about ten minutes of one core.
 *
 * For a sample of a few minutes: `-- --no-single --no-outages` plays double faults alone, `--draws 20` fewer of them a seed, and
 * `--within 3m` ends each part early and prints the omitted runs.
 */
import { parseArgs } from 'node:util'
import type { Duration } from '@kubewright/core'
import { explore, type Report } from '@kubewright/testing'
import { iotSnapRoot } from './own-iotsnap-root.ts'

const { values } = parseArgs({
  options: {
    draws: { type: 'string', default: '50' },
    single: { type: 'boolean', default: true },
    outages: { type: 'boolean', default: true },
    within: { type: 'string', default: '6h' },
  },
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
const budget = { within: values.within as Duration }
for (const [what, strategy] of [
  ['single faults', 'single'],
  ['outages', 'outages'],
] as const) {
  if (!values[strategy]) continue
  tell(what, await explore({ ...iotSnapRoot, strategies: [strategy], budget, onProgress }))
}
for (const seed of seedsOf(process.env['KUBEWRIGHT_SEEDS'] ?? '1')) {
  const draws = Number(values.draws)
  tell(
    `double faults, seed ${seed}`,
    await explore({ ...iotSnapRoot, seed, strategies: ['combined'], draws, budget, onProgress }),
  )
}

/** The throughput of a work queue in keys a second, in elapsed time and in CPU time. */
import { startMeter } from '../harness/report.js'
import { machine, printTable } from '../harness/table.js'
import { scenes } from './scenes.js'

const [rounds, keysPerRound] = [5, 1_000_000]
const rows = []

for (const scene of scenes) {
  const { name, aim } = scene
  console.error(`measuring ${name} …`)
  await scene.run(keysPerRound / 5)
  const runs = []
  for (let round = 0; round < rounds; round++) {
    const meter = startMeter()
    await scene.run(keysPerRound)
    runs.push(meter.stop())
  }
  const rate = (number) => medianOf(runs.map((spent) => (keysPerRound / spent[number]) * 1_000))
  rows.push({ what: name, ours: rate('ms'), unit: 'keys/s', aim, better: 'more' })
  rows.push({ what: `${name}, by processor time`, ours: rate('cpuMs'), unit: 'keys/s' })
}

console.log(`Machine: ${machine()}.`)
printTable(`Queue: medians of ${rounds} runs of ${keysPerRound.toLocaleString('en')} keys, one thread`, rows)

function medianOf(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** A watch of our client: the rate of events, for different reads of each. */
import { defineDynamicResource } from '@kubewright/client'
import { report, settledBytes, startMeter } from '../harness/report.js'
import { connect } from './kubewright.connect.js'

/** @param read whether the event is one of those that were sent, decided by the fields that it reads */
export async function measureWatch(read) {
  const [events, plural] = [Number(process.argv[2]), process.argv[3]]
  const Website = defineDynamicResource({
    group: 'web.example.dev',
    version: 'v1',
    kind: 'Website',
    plural,
    scope: 'Namespaced',
  })
  const client = connect()
  let [seen, known] = [0, 0]
  let [before, meter] = []
  for await (const event of client.watch(Website)) {
    if (seen === 0) {
      before = settledBytes() // from the first event on: connecting and loading are measured in other rows
      meter = startMeter()
    }
    seen++
    if (read(event)) known++
  }
  const spent = meter.stop()
  if (seen !== events || known !== events) throw new Error(`saw ${seen} of ${events} events`)
  report({ ...spent, perSecond: (events / spent.ms) * 1_000, heapGrowthMb: (settledBytes() - before) / 2 ** 20 })
  await client[Symbol.asyncDispose]()
}

/** Writes numbered changes, one every few milliseconds, each to another of a hundred ConfigMaps of 2 KB. */
import { ConfigMap } from '@kubewright/kubernetes'
import { connect } from './connect.js'

const [first, end] = process.argv.slice(2, 4).map(Number)
const [objects, everyMs] = [100, 5]
const ref = (at) => ({ namespace: 'default', name: `settings-${at % objects}` })
const client = connect({ fieldManager: 'bench' })
for (let at = 0; at < objects; at++) {
  await client.apply(ConfigMap, { metadata: ref(at), data: { text: 'x'.repeat(1_900) } })
}
for (let number = first; number < end; number++) {
  await client.patch(ConfigMap, ref(number), { metadata: { annotations: { 'bench/number': String(number) } } })
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
await client[Symbol.asyncDispose]()

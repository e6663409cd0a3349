/** Runs the operator: on a cluster of its own, in this process, or on the one that KUBECONFIG names. */
import { mkdir, writeFile } from 'node:fs/promises'
import { startApiServer } from '@kubewright/apiserver'
import { createClient, established, loadConfig } from '@kubewright/client'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { createManager, untilSignal } from '@kubewright/manager'
import { drawnHouse } from './house.ts'
import { LightBulb } from './light-bulb.ts'
import { lightBulbs } from './light-bulbs.ts'

const isOwn = process.env['KUBECONFIG'] === undefined
await using server = isOwn ? await startApiServer({ listen: { port: 0 }, emptiesNamespaces: true }) : undefined
const connection = server?.transport() ?? (await loadConfig())

await using client = createClient(connection, { fieldManager: 'light-bulbs-example', namespace: 'default' })
await client.apply(CustomResourceDefinition, LightBulb.crd())
await client.waitFor(CustomResourceDefinition, { name: 'lightbulbs.myhome.example.dev' }, established)
await client.apply(LightBulb, { metadata: { name: 'kitchen' }, spec: { room: 'kitchen', brightness: 60 } })
await client.apply(LightBulb, { metadata: { name: 'hall' }, spec: { room: 'hall', color: 'yellow', brightness: 20 } })

if (server?.endpoint !== undefined) {
  await mkdir('.kubewright', { recursive: true })
  await writeFile('.kubewright/kubeconfig', server.endpoint.kubeconfig(), { mode: 0o600 })
  console.log(`
The house is lit. In another terminal, try:

  export KUBECONFIG=$PWD/.kubewright/kubeconfig
  kubectl get lightbulbs
  kubectl patch lightbulb kitchen --type merge -p '{"spec":{"brightness":100,"color":"red"}}'
  kubectl delete lightbulb hall

Ctrl-C stops it.
`)
}

const manager = createManager({ connection, controllers: [lightBulbs(drawnHouse(console.log))] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))

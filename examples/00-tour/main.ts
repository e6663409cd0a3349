/** The operators of the examples, in one manager: one connection, shared caches, one clean stop. */
import { cloudFromEnvironment, cloudRedises } from 'example-cloud-redis'
import { acmeServices } from 'example-cohosted'
import { hubAt, lightBulbs, startSimulatedHub } from 'example-lightbulb'
import { createManager, loadConfig, untilSignal } from 'kubewright'

await using house = await startSimulatedHub((line) => console.log(`house: ${line}`))
await using cloud = await cloudFromEnvironment(process.env, console.log)
const manager = createManager({
  connection: await loadConfig(),
  controllers: [lightBulbs(hubAt(house.url)), cloudRedises(cloud), acmeServices],
})
await manager.run(untilSignal('SIGTERM', 'SIGINT'))

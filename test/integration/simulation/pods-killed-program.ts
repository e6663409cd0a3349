/** A simulation to be killed: prints the process of its pod, and waits. */
import { fileURLToPath } from 'node:url'
import { sleep, systemClock } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes'
import { simulatedCluster } from './simulated-cluster.ts'

const [kind, directory = ''] = process.argv.slice(2)
// A separate directory isolates it from the simulations of other tests.
process.env['TMPDIR'] = directory
const program = fileURLToPath(new URL('./pods-program.mjs', import.meta.url))
const simulated = await simulatedCluster(['nodes', 'scheduler', 'pods'], {
  cluster: { time: 'real' },
  images: { program: { command: [process.execPath, program], allowsArgs: true } },
  processes: kind === 'named' ? { directory } : {},
})
const containers = [{ name: 'web', image: 'program:1', args: ['stubborn'] }]
await simulated.client.create(Pod, { metadata: { name: 'web' }, spec: { containers } })
const request = { name: 'web', namespace: 'default', container: 'web', follow: true }
// There is no log before the container has started.
for (;;) {
  for await (const line of simulated.simulation.logs(request)) process.stdout.write(line)
  await sleep(systemClock, '20ms')
}

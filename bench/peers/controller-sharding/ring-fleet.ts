/** Runs the peer's sharder and shards of its webhosting operator for the duration of a measurement. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '@kubewright/core/certificates'
import type { Client } from '@kubewright/client'
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import type { Fleet } from '../fleet.ts'
import type { Launch, OperatorProcess } from '../operator-process.ts'
import { pause, withNamespace, withOperators } from '../running-operator.ts'
import { sharderProgram } from './checkout.ts'
import {
  operatorConfiguration,
  operatorEnvironment,
  sharderConfiguration,
  sharderEnvironment,
} from './configuration.ts'
import {
  installRing,
  isAssigning,
  projectLabels,
  removeRing,
  shardNamespace,
  webhostingWebsites,
} from './controller-ring.ts'
import { asPod } from './shard-command.ts'

const readyMs = 60_000
const pollMs = 200

interface RingOptions {
  readonly namespace: string
  readonly shards: number
}

/** Failure: rejects if a process ends early, or if no Website is assigned within a minute. */
export async function withRingFleet<T>(
  server: BenchServer,
  contender: Contender,
  options: RingOptions,
  use: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-bench-ring-'))
  const space = { labels: projectLabels, websites: webhostingWebsites }
  const run = { namespace: options.namespace, mode: 'operate' } as const
  try {
    const launches = await prepareLaunches(contender, options.shards, folder)
    await installRing(server.client, contender.program.folder!)
    return await withNamespace(
      server,
      options.namespace,
      () =>
        withOperators(server, contender, (start) => {
          const [sharder, ...shards] = launches.map((launch) => start(run, launch))
          return useFleet(server, { websites: webhostingWebsites, shards, sharder: sharder! }, options, use)
        }),
      space,
    )
  } finally {
    await removeRing(server.client)
    await rm(folder, { recursive: true, force: true })
  }
}

/** The command of the sharder, then one for each shard. Their configuration is in `folder`. */
async function prepareLaunches(contender: Contender, shards: number, folder: string): Promise<readonly Launch[]> {
  const authority = createAuthority({ name: 'bench-sharder-ca' })
  const { certificate, key } = authority.issue({ name: 'sharder', hosts: ['127.0.0.1'] })
  const [sharderFile, operatorFile] = [join(folder, 'sharder.yaml'), join(folder, 'operator.yaml')]
  await writeFile(join(folder, 'tls.crt'), certificate)
  await writeFile(join(folder, 'tls.key'), key, { mode: 0o600 })
  await writeFile(sharderFile, sharderConfiguration({ folder, ca: authority.certificate }))
  await writeFile(operatorFile, operatorConfiguration())
  const operator = [...contender.command, '--config', operatorFile]
  return [
    { command: [sharderProgram, '--config', sharderFile], env: sharderEnvironment },
    ...Array.from({ length: shards }, (_, at) => ({
      command: asPod({ hostname: `shard-${at}`, namespace: shardNamespace }, operator),
      env: operatorEnvironment,
    })),
  ]
}

type RingFleet = Fleet & Required<Pick<Fleet, 'sharder'>>

async function useFleet<T>(
  { client }: BenchServer,
  fleet: RingFleet,
  options: RingOptions,
  use: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  await untilAssigning(client, [fleet.sharder, ...fleet.shards], options)
  const result = await use(fleet)
  // Before the shards end: it would move the Websites of the first one to the others.
  await fleet.sharder.stop()
  return result
}

async function untilAssigning(
  client: Client,
  processes: readonly OperatorProcess[],
  { namespace, shards }: RingOptions,
): Promise<void> {
  const deadline = performance.now() + readyMs
  while (!(await isAssigning(client, namespace, shards))) {
    await Promise.all(processes.map((one) => one.assertRunning()))
    if (performance.now() > deadline) throw new Error(`No Website was assigned to a shard within ${readyMs / 1_000} s.`)
    await pause(pollMs)
  }
}

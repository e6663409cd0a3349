/** Replicas of the operator as processes of their own, which share the websites out and may be killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createCache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { shardLabel } from '@kubewright/sharding'
import { operatorName } from '../src/names.ts'
import { Website } from '../src/website.ts'

const main = join(import.meta.dirname, '../src/main.ts')

export interface Shards extends AsyncDisposable {
  /** By name. */
  readonly processes: ReadonlyMap<string, ChildProcess>
}

/** @param kubeconfig leads to the cluster they work on */
export function startShards(names: readonly string[], kubeconfig: string): Shards {
  const processes = new Map(names.map((name) => [name, startShard(name, kubeconfig)]))
  return {
    processes,
    async [Symbol.asyncDispose]() {
      await Promise.all([...processes.values()].map(stop))
    },
  }
}

function startShard(name: string, kubeconfig: string): ChildProcess {
  const ports = ['--health-port', '0', '--metrics-port', '0']
  return fork(main, ['--coordination', 'shard', '--identity', name, '--log-level', 'error', ...ports], {
    env: { ...process.env, KUBECONFIG: kubeconfig },
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Tells of every website that comes to a shard, until the result is disposed. */
export function followMoves(client: Client, tell: (line: string) => void): AsyncDisposable {
  const cache = createCache({ client })
  const owners = new Map<string, string>()
  cache.source(Website).subscribe(({ type, object: { metadata } }) => {
    const [before, now] = [owners.get(metadata.uid), metadata.labels?.[shardLabel(operatorName)]]
    if (type === 'deleted') return void owners.delete(metadata.uid)
    if (now === undefined || now === before) return
    owners.set(metadata.uid, now)
    tell(`  ${metadata.namespace}/${metadata.name}: ${before === undefined ? '' : `${before} → `}${now}`)
  })
  return cache
}

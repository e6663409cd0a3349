/** Who reaches whom, and under which address it is seen. */
import { TunnelEndpoint } from '@kubewright/network'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { OperatedCluster } from './operated-cluster.ts'
import { ask, translated } from './test-cluster.ts'

/** How `cluster` sees the networks of `peer`. */
export async function seen(cluster: OperatedCluster, peer: string): Promise<{ pod: string; external: string }> {
  const { spec } = await cluster.client.get(TunnelEndpoint, { name: peer })
  return spec.remote
}

/** Asks every pod of `to` from every pod and node of `from`; the answers are the addresses that servers saw. */
async function askAll(from: OperatedCluster, to: OperatedCluster): Promise<string[]> {
  const { pod } = await seen(from, to.id)
  const runners = [...from.test.pods.map(({ runner }) => runner), ...from.test.nodes.map(({ runner }) => runner)]
  return Promise.all(
    runners.flatMap((runner) => to.test.pods.map(({ address }) => ask(runner, translated(address, pod)))),
  )
}

/** What `askAll` should give: pods one to one, nodes under the first external address. */
async function expectedAnswers(from: OperatedCluster, to: OperatedCluster): Promise<string[]> {
  const { pod, external: outside } = await seen(to, from.id)
  const sources = [
    ...from.test.pods.map(({ address }) => translated(address, pod)),
    ...from.test.nodes.map(() => outside.replace('.0.0/16', '.0.1')),
  ]
  return sources.flatMap((source) => to.test.pods.map(() => source))
}

/** Waits until both reach each other; then what was answered and what was expected are the same. */
export async function connection(one: OperatedCluster, other: OperatedCluster): Promise<'complete'> {
  return eventually(
    async () => {
      expect(await askAll(one, other)).toEqual(await expectedAnswers(one, other))
      expect(await askAll(other, one)).toEqual(await expectedAnswers(other, one))
      return 'complete' as const
    },
    { withinMs: 60_000 },
  )
}

/** Checks the connectivity between clusters and the observed source addresses. */
import { TunnelEndpoint } from '@kubewright/network'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { OperatedCluster } from './operated-cluster.ts'
import { ask, translated } from './test-cluster.ts'

/** The networks of `peer` as seen by `cluster`. */
export async function seen(cluster: OperatedCluster, peer: string): Promise<{ pod: string; external: string }> {
  const { spec } = await cluster.client.get(TunnelEndpoint, { name: peer })
  return spec.remote
}

/** Sends a request to every pod of `to` from every pod and node of `from`; the responses are the source addresses that servers saw. */
async function askAll(from: OperatedCluster, to: OperatedCluster): Promise<string[]> {
  const { pod } = await seen(from, to.id)
  const runners = [...from.test.pods.map(({ runner }) => runner), ...from.test.nodes.map(({ runner }) => runner)]
  return Promise.all(
    runners.flatMap((runner) => to.test.pods.map(({ address }) => ask(runner, translated(address, pod)))),
  )
}

/** The expected result of `askAll`: pods one to one, nodes with the first external address. */
async function expectedAnswers(from: OperatedCluster, to: OperatedCluster): Promise<string[]> {
  const { pod, external: outside } = await seen(to, from.id)
  const sources = [
    ...from.test.pods.map(({ address }) => translated(address, pod)),
    ...from.test.nodes.map(() => outside.replace('.0.0/16', '.0.1')),
  ]
  return sources.flatMap((source) => to.test.pods.map(() => source))
}

/** Waits until both clusters reach each other with the expected source addresses. */
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

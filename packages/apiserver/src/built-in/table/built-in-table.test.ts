import { describe, expect, it } from 'vitest'
import { startApiServer } from '../../start-api-server.ts'

interface Table {
  readonly columnDefinitions: readonly { readonly name: string }[]
  readonly rows: readonly { readonly cells: readonly unknown[] }[]
}

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'site', image: 'nginx' }] } },
  },
}

async function tableAt(path: string): Promise<Table> {
  await using server = await startApiServer()
  const transport = server.transport()
  const json = { 'content-type': 'application/json' }
  const deployments = '/apis/apps/v1/namespaces/default/deployments'
  await transport.send({ method: 'POST', path: deployments, headers: json, body: JSON.stringify(web) })
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
  const answer = await transport.send({ method: 'GET', path, headers: { accept } })
  return JSON.parse(await answer.body.text()) as Table
}

describe('tables of built-in kinds', () => {
  it('show desired and available replicas of a Scale', async () => {
    const table = await tableAt('/apis/apps/v1/namespaces/default/deployments/web/scale')
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Desired', 'Available', 'Age'])
    expect(table.rows.map(({ cells }) => cells)).toEqual([['web', 2, 0, expect.any(String)]])
  })

  it('sort FlowSchemas by precedence, then by name', async () => {
    const table = await tableAt('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas')
    const order = table.rows.map(({ cells: [name, , precedence] }) => [precedence, name])
    expect(order.slice(0, 2)).toEqual([
      [1, 'exempt'],
      [2, 'probes'],
    ])
    expect(order.slice(5, 7)).toEqual([
      [800, 'kube-controller-manager'],
      [800, 'kube-scheduler'],
    ])
    expect(order.at(-1)).toEqual([10_000, 'catch-all'])
  })
})

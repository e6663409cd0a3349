/** Run by Node's own test runner, which `node-test.test.ts` starts. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { ConfigMap } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'

const greeting = { metadata: { name: 'greeting' }, data: { hello: 'world' } }

void test('a cluster of its own', async () => {
  await using cluster = await startCluster()
  await cluster.client.create(ConfigMap, greeting)
  await cluster.advance('1h')
  const { data } = await cluster.assertObject(ConfigMap, { name: 'greeting' }, { data: greeting.data })
  assert.deepEqual(data, greeting.data)
})

void test('another one, in which nothing is', async () => {
  await using cluster = await startCluster()
  await cluster.assertGone(ConfigMap, { name: 'greeting' })
})

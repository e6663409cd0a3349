import { ConfigMap, Namespace, ServiceAccount } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['service-accounts'] as const

describe('simulated service accounts', () => {
  it('every namespace gets a default ServiceAccount and kube-root-ca.crt', async () => {
    await using simulated = await simulatedCluster(parts, { rootCertificates: 'PEM' })
    const { client, cluster } = simulated
    await client.create(Namespace, { metadata: { name: 'team' } })
    await cluster.settle()
    for (const namespace of ['default', 'kube-system', 'team']) {
      expect((await client.get(ServiceAccount, { namespace, name: 'default' })).metadata.name).toBe('default')
      const { data, metadata } = await client.get(ConfigMap, { namespace, name: 'kube-root-ca.crt' })
      expect(data).toEqual({ 'ca.crt': 'PEM' })
      expect(Object.keys(metadata.annotations ?? {})).toEqual(['kubernetes.io/description'])
    }
  })

  it('are restored when deleted or changed', async () => {
    await using simulated = await simulatedCluster(parts, { rootCertificates: 'PEM' })
    const { client, cluster } = simulated
    await cluster.settle()
    const { metadata } = await client.get(ServiceAccount, { name: 'default' })
    await client.delete(ServiceAccount, { name: 'default' })
    await client.patch(ConfigMap, { name: 'kube-root-ca.crt' }, { data: { 'ca.crt': 'forged' } })
    await cluster.settle()
    expect((await client.get(ServiceAccount, { name: 'default' })).metadata.uid).not.toBe(metadata.uid)
    expect((await client.get(ConfigMap, { name: 'kube-root-ca.crt' })).data).toEqual({ 'ca.crt': 'PEM' })
  })
})

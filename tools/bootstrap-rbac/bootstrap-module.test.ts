import { describe, expect, it } from 'vitest'
import { bootstrapModule, readBootstrapObjects } from './bootstrap-module.ts'

const metadata = (name: string) => ({
  name,
  uid: 'u',
  resourceVersion: '1',
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
})
const reading = (clusterroles: readonly object[]) => async (path: string) => ({
  items: path.endsWith('/clusterroles') ? clusterroles : [],
})

describe('generated module of bootstrap RBAC', () => {
  it('contains the listed roles, one line per rule', async () => {
    const rules = [
      { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods'], resourceNames: ['a'] },
      { verbs: ['get'], nonResourceURLs: ['/version'] },
    ]
    const objects = await readBootstrapObjects(reading([{ metadata: metadata('reader'), rules }]))

    expect(bootstrapModule(objects, '1.36.4')).toBe(
      [
        '/** The roles and bindings of kube-apiserver 1.36.4, made by tools/bootstrap-rbac. Do not edit. */',
        'export const bootstrapText = `',
        'clusterrole reader',
        '  get,list "",apps pods a',
        '  get /version',
        '`',
        '',
      ].join('\n'),
    )
  })

  it('is refused if a line would lose information', async () => {
    const odd = { metadata: { ...metadata('odd'), labels: { other: 'label' } }, rules: [] }
    await expect(readBootstrapObjects(reading([odd]))).rejects.toThrow(
      'The form of ClusterRole odd is not one the lines can hold.',
    )
  })
})

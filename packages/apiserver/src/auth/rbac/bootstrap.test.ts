import { describe, expect, it } from 'vitest'
import { bootstrapText } from '../../generated/bootstrap-rbac.ts'
import { type Draft, draftOf, textOf } from '../../object/draft.ts'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'
import { ensureBootstrapRbac } from './bootstrap.ts'
import { ownerOf } from './bootstrap-owner.ts'
import { formatBootstrap, parseBootstrap } from './bootstrap-text.ts'

const collectionOf = ({ machinery }: AuthServer, plural: string) =>
  machinery.store.collection(`rbac.authorization.k8s.io/${plural}`)

function read(server: AuthServer, plural: string, key: string): Draft {
  return draftOf(collectionOf(server, plural).read(key)!.object.text)
}

function change(server: AuthServer, plural: string, key: string, edit: (object: Draft) => void): void {
  const collection = collectionOf(server, plural)
  const object = read(server, plural, key)
  edit(object)
  collection.put(key, collection.read(key)!.revision, (revision) => ({
    text: textOf(object, String(revision)),
    labels: object.metadata.labels,
  }))
}

describe('default RBAC roles and bindings', () => {
  it('round-trip through their text format', () => {
    expect(`\n${formatBootstrap(parseBootstrap(bootstrapText))}\n`).toBe(bootstrapText)
  })

  it('have managedFields as if the server had written them through the API', async () => {
    using server = await startAuthServer()
    const { fields, kinds } = server.machinery
    const time = '2026-01-01T00:00:00Z'
    for (const expected of parseBootstrap(bootstrapText)) {
      const kind = kinds.find('rbac.authorization.k8s.io', 'v1', `${expected.kind.toLowerCase()}s`)!
      const entry = { manager: 'kube-apiserver', apiVersion: 'rbac.authorization.k8s.io/v1', time }
      const object = { ...structuredClone(expected), apiVersion: entry.apiVersion } as unknown as Draft
      fields.update(kind, undefined, object, { ...entry, subresource: '' })

      expect(JSON.stringify([ownerOf(expected, entry)])).toBe(JSON.stringify(object.metadata.managedFields))
    }
  })

  it('exist when the server starts', async () => {
    using server = await startAuthServer()

    expect(
      ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'].map(
        (plural) => collectionOf(server, plural).size,
      ),
    ).toEqual([69, 50, 7, 7])
    expect(read(server, 'clusterrolebindings', 'cluster-admin')).toEqual({
      kind: 'ClusterRoleBinding',
      apiVersion: 'rbac.authorization.k8s.io/v1',
      metadata: {
        name: 'cluster-admin',
        uid: expect.any(String) as string,
        resourceVersion: expect.any(String) as string,
        creationTimestamp: '2026-01-01T00:00:00Z',
        labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
        annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
        managedFields: [
          {
            manager: 'kube-apiserver',
            operation: 'Update',
            apiVersion: 'rbac.authorization.k8s.io/v1',
            time: '2026-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: {
              'f:metadata': {
                'f:annotations': { '.': {}, 'f:rbac.authorization.kubernetes.io/autoupdate': {} },
                'f:labels': { '.': {}, 'f:kubernetes.io/bootstrapping': {} },
              },
              'f:roleRef': {},
              'f:subjects': {},
            },
          },
        ],
      },
      subjects: [{ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'system:masters' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    })
  })

  it('are not rewritten when complete', async () => {
    using server = await startAuthServer()
    const { store } = server.machinery
    const before = store.revision
    ensureBootstrapRbac(server.machinery)

    expect(store.revision).toBe(before)
  })

  it('regain removed rules and subjects, and keep added ones', async () => {
    using server = await startAuthServer()
    change(server, 'clusterroles', 'system:basic-user', (role) => {
      role['rules'] = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]
      delete role.metadata.labels
    })
    change(server, 'clusterrolebindings', 'system:basic-user', (binding) => {
      binding['subjects'] = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ada' }]
    })
    ensureBootstrapRbac(server.machinery)

    const role = read(server, 'clusterroles', 'system:basic-user')
    expect(role.metadata.labels).toEqual({ 'kubernetes.io/bootstrapping': 'rbac-defaults' })
    expect(role['rules']).toEqual([
      { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
      { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['selfsubjectaccessreviews'] },
      { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['selfsubjectrulesreviews'] },
      { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
    ])
    expect(read(server, 'clusterrolebindings', 'system:basic-user')['subjects']).toEqual([
      { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ada' },
      { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'system:authenticated' },
    ])
  })

  it('are not reconciled with the annotation autoupdate: false', async () => {
    using server = await startAuthServer()
    change(server, 'clusterroles', 'system:basic-user', (role) => {
      role['rules'] = []
      role.metadata.annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' }
    })
    ensureBootstrapRbac(server.machinery)

    expect(read(server, 'clusterroles', 'system:basic-user')['rules']).toEqual([])
  })

  it('are recreated if their roleRef changed', async () => {
    using server = await startAuthServer()
    const { uid } = read(server, 'clusterrolebindings', 'system:basic-user').metadata
    change(server, 'clusterrolebindings', 'system:basic-user', (binding) => {
      binding['roleRef'] = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'other' }
    })
    ensureBootstrapRbac(server.machinery)

    const binding = read(server, 'clusterrolebindings', 'system:basic-user')
    expect(binding['roleRef']).toMatchObject({ name: 'system:basic-user' })
    expect(binding.metadata.uid).not.toBe(uid)
  })

  it('regain a removed aggregationRule', async () => {
    using server = await startAuthServer()
    change(server, 'clusterroles', 'view', (role) => {
      delete role['aggregationRule']
    })
    ensureBootstrapRbac(server.machinery)

    expect(read(server, 'clusterroles', 'view')['aggregationRule']).toEqual({
      clusterRoleSelectors: [{ matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } }],
    })
  })
})

import { Deployment } from '@kubewright/kubernetes/apps/v1'
import { ConfigMap, Namespace } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { formatWork, parseWork } from './shared-work.ts'

describe('the work annotation of a shard lease', () => {
  it('survives format and parse', () => {
    const text = formatWork(
      [
        { for: Deployment, scope: { labels: 'app=blog', namespace: 'web' }, owns: [ConfigMap] },
        { for: Namespace, owns: [ConfigMap] },
      ],
      'team=web',
    )
    const work = parseWork(text)!
    const named = (kinds: typeof work.mains) =>
      kinds.map(({ resource: { group, version, kind, plural, scope }, scope: only }) => {
        return [group, version, kind, plural, scope, only]
      })
    expect(named(work.mains)).toEqual([
      ['apps', 'v1', 'Deployment', 'deployments', 'Namespaced', { labels: 'app=blog', namespace: 'web' }],
      ['', 'v1', 'Namespace', 'namespaces', 'Cluster', {}],
    ])
    expect(named(work.children)).toEqual([['', 'v1', 'ConfigMap', 'configmaps', 'Namespaced', {}]])
    expect(work.namespaces).toBe('team=web')
  })

  it('names the namespace of owned kinds if all owners are in one, so that a Role suffices', () => {
    const work = [{ for: Deployment, scope: { namespace: 'web' }, owns: [ConfigMap] }]
    const [children] = parseWork(formatWork(work, undefined))!.children
    expect(children).toMatchObject({ resource: { kind: 'ConfigMap' }, scope: { namespace: 'web' } })
  })

  const kind = { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps', in: 'Namespaced' }
  it.each([
    { name: 'empty', text: '' },
    { name: 'null', text: 'null' },
    { name: 'a list', text: '[]' },
    { name: 'without kinds', text: '{"mains":{},"children":[]}' },
    { name: 'with an invalid kind', text: JSON.stringify({ mains: [null], children: [] }) },
    { name: 'with a path traversal', text: JSON.stringify({ mains: [{ ...kind, plural: '../pods' }], children: [] }) },
    {
      name: 'with an invalid version',
      text: JSON.stringify({ mains: [{ ...kind, apiVersion: 'a/b/c' }], children: [] }),
    },
    {
      name: 'with an invalid group',
      text: JSON.stringify({ mains: [{ ...kind, apiVersion: '\u001b[2J/v1' }], children: [] }),
    },
    { name: 'with an invalid scope', text: JSON.stringify({ mains: [{ ...kind, in: 'Space' }], children: [] }) },
    { name: 'with an invalid selector', text: JSON.stringify({ mains: [kind], children: [], namespaces: 7 }) },
  ])('is ignored if it is $name', ({ text }) => {
    expect(parseWork(text)).toBeUndefined()
  })
})

import { replicate } from '@kubewright/replication'
import { shard } from '@kubewright/sharding'
import { describe, expect, it } from 'vitest'
import { describeOperator } from './project-description.ts'

const coordination = shard({ ring: 'websites', namespace: 'web-system', identity: 'web-0' })

describe('the description of an operator', () => {
  it('contains the permissions of its runnables', () => {
    const peers = { namespace: 'peers', labels: 'kubewright.dev/peer=true' }
    const { rules } = describeOperator({
      name: 'replication',
      runnables: [
        replicate({ secrets: peers, kinds: [{ group: 'web.dev', plural: 'sites', subresources: ['status'] }] }),
      ],
    })
    expect(rules.map(({ resource, verbs, namespace = '*' }) => `${namespace} ${resource}: ${verbs.join()}`)).toEqual([
      '* namespaces: get',
      '* replications: get,list,watch,patch',
      '* replications/status: patch',
      '* sites: get,list,watch,patch',
      '* sites/status: patch',
      'peers configmaps: create,patch',
      'peers secrets: get,list,watch,patch',
    ])
  })

  it('contains the kinds and permissions of its coordination', () => {
    const { crds, rules } = describeOperator({ name: 'websites', coordination })
    expect(crds.map(({ name }) => name)).toEqual(['controllerrings.sharding.kubewright.dev'])
    expect(crds[0]!.yaml).toContain('kind: ControllerRing')
    expect(rules.filter(({ group }) => group === 'sharding.kubewright.dev')).toEqual([
      expect.objectContaining({
        resource: 'controllerrings',
        verbs: ['get', 'list', 'watch', 'create'],
        namespace: 'web-system',
      }),
      expect.objectContaining({ resource: 'controllerrings/status', verbs: ['patch'], namespace: 'web-system' }),
    ])
  })
})

it('expects tests to use its grants, unless webhooks may be what uses them', () => {
  const grants = [{ group: '', resource: 'secrets', verbs: ['get'], because: 'reads passwords' }]
  const webhooks = { serve: [], certificates: '/certificates' }
  const resources = (config: object) =>
    describeOperator({ name: 'shop', grants, ...config }).testableRules.map(({ resource }) => resource)
  expect([resources({}), resources({ webhooks })]).toEqual([['secrets'], []])
  expect(describeOperator({ name: 'shop', grants, webhooks }).rules).toContainEqual(
    expect.objectContaining({ resource: 'secrets', verbs: ['get'] }),
  )
})

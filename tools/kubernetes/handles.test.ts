/** The generated handles against the data they were generated from. */
import * as root from '@kubewright/kubernetes'
import { kubernetesVersion, servedGroups } from '@kubewright/kubernetes/discovery'
import { describe, expect, it } from 'vitest'
import { type DiscoveredResource, readInput } from './input.ts'

const input = await readInput()
const discovered = input.groups.flatMap(({ group, versions }) =>
  versions.flatMap(({ version, resources }) => resources.map((resource) => ({ group, version, resource }))),
)
const served = servedGroups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))

/** What a handle must say of a resource. */
function handleOf({ group, version, resource }: { group: string; version: string; resource: DiscoveredResource }) {
  const { kind, plural, singular, scope, verbs, shortNames = [], categories = [], subresources = [] } = resource
  const names = subresources.map(({ name }) => name)
  return { group, version, kind, plural, singular, shortNames, categories, scope, subresources: names, verbs }
}

describe('handles', () => {
  it('says of every served resource what discovery says', () => {
    expect(served.map(({ resource }) => resource)).toEqual(discovered.map(handleOf))
  })

  it('says of every subresource what discovery says', () => {
    expect(served.map(({ subresources }) => subresources)).toEqual(
      discovered.map(({ resource }) => resource.subresources ?? []),
    )
  })

  it('keeps groups and versions in the order discovery prefers them', () => {
    const order = (groups: readonly { group: string; versions: readonly { version: string }[] }[]) =>
      groups.map(({ group, versions }) => [group, ...versions.map(({ version }) => version)])
    expect(order(servedGroups)).toEqual(order(input.groups))
    expect(kubernetesVersion).toBe(input.version)
  })

  it('has in the root, for every kind, the first handle of that name, and nothing else', () => {
    const first = new Map(served.toReversed().map(({ resource }) => [resource.kind, resource]))
    expect(new Map<string, unknown>(Object.entries(root))).toEqual(new Map(first))
    for (const [name, handle] of Object.entries(root)) expect(handle).toBe(first.get(name))
  })

  it('prefers what kubectl means by an ambiguous name', () => {
    expect([root.Event, root.HorizontalPodAutoscaler].map(({ group, version }) => `${group}/${version}`)).toEqual([
      '/v1',
      'autoscaling/v2',
    ])
  })
})

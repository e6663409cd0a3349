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

/** The expected handle of a resource. */
function handleOf({ group, version, resource }: { group: string; version: string; resource: DiscoveredResource }) {
  const { kind, plural, singular, scope, verbs, shortNames = [], categories = [], subresources = [] } = resource
  const names = subresources.map(({ name }) => name)
  return { group, version, kind, plural, singular, shortNames, categories, scope, subresources: names, verbs }
}

describe('generated handles', () => {
  it('equal discovery for every resource', () => {
    expect(served.map(({ resource }) => resource)).toEqual(discovered.map(handleOf))
  })

  it('equal discovery for every subresource', () => {
    expect(served.map(({ subresources }) => subresources)).toEqual(
      discovered.map(({ resource }) => resource.subresources ?? []),
    )
  })

  it('keep the order of groups and versions of discovery', () => {
    const order = (groups: readonly { group: string; versions: readonly { version: string }[] }[]) =>
      groups.map(({ group, versions }) => [group, ...versions.map(({ version }) => version)])
    expect(order(servedGroups)).toEqual(order(input.groups))
    expect(kubernetesVersion).toBe(input.version)
  })

  it('are exported from the root once per kind, the first of that name', () => {
    const first = new Map(served.toReversed().map(({ resource }) => [resource.kind, resource]))
    expect(new Map<string, unknown>(Object.entries(root))).toEqual(new Map(first))
    for (const [name, handle] of Object.entries(root)) expect(handle).toBe(first.get(name))
  })

  it('prefer the version that kubectl uses for an ambiguous name', () => {
    expect([root.Event, root.HorizontalPodAutoscaler].map(({ group, version }) => `${group}/${version}`)).toEqual([
      '/v1',
      'autoscaling/v2',
    ])
  })
})

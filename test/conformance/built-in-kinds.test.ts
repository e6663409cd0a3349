/** The built-in kinds of `@kubewright/kubernetes` compared with the discovery of a real server. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import { kubernetesVersion, type ServedResource, servedGroups } from '@kubewright/kubernetes/discovery'
import { describe, expect, it } from 'vitest'
import { expectStatus, openRealApi, type RawApi, realServer } from './real-server.ts'

/** Aggregated discovery, as far as it concerns us. */
interface DiscoveryList {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly { readonly version: string; readonly resources: readonly DiscoveredResource[] }[]
  }[]
}

interface DiscoveredResource {
  readonly resource: string
  readonly responseKind: GroupVersionKind
  readonly scope: string
  readonly singularResource: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly { subresource: string; responseKind: GroupVersionKind; verbs: readonly string[] }[]
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

describe('generated built-in kinds', () => {
  it('equal the discovery of kube-apiserver: names, scopes, verbs and subresources', async () => {
    using api = openRealApi()
    const all = [...(await discover(api, '/api')), ...(await discover(api, '/apis'))]
    // Other tests define kinds on the same server: in groups under .dev, and that of the IotSnap operator.
    const served = all.filter(({ name }) => !/\.dev\/|^iotsnap\./.test(name))
    const ours = servedGroups.flatMap(({ group, versions }) =>
      versions.flatMap(({ version, resources }) => resources.map((each) => describeServed(group, version, each))),
    )
    expect(byName(ours)).toEqual(byName(served))
  })

  it('come from the Kubernetes version of the real server', () => {
    expect(kubernetesVersion).toBe(`v${realServer().programs.kubernetesVersion}`)
  })
})

/** Resources of other tests live in groups below `example.dev`. */
async function discover(api: RawApi, path: string) {
  const list = await expectStatus<DiscoveryList>(api.request(path, { headers: { accept: aggregated } }), 200)
  return list.items
    .filter(({ metadata }) => !metadata.name?.endsWith('.example.dev'))
    .flatMap(({ metadata, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.map((each) => describeDiscovered(metadata.name ?? '', version, each)),
      ),
    )
}

function describeDiscovered(group: string, version: string, found: DiscoveredResource) {
  return {
    name: `${formatApiVersion({ group, version })} ${found.resource}`,
    kind: found.responseKind.kind,
    scope: found.scope,
    singular: found.singularResource,
    verbs: [...found.verbs].sort(),
    shortNames: found.shortNames ?? [],
    categories: found.categories ?? [],
    subresources: (found.subresources ?? []).map(({ subresource, responseKind, verbs }) => {
      // Without a version the body is of the resource's own group and version.
      const body = responseKind.version === '' ? { group, version, kind: responseKind.kind } : responseKind
      return describeSubresource(subresource, body, verbs)
    }),
  }
}

function describeServed(group: string, version: string, { resource, subresources }: ServedResource) {
  return {
    name: `${formatApiVersion({ group, version })} ${resource.plural}`,
    kind: resource.kind,
    scope: resource.scope,
    singular: resource.singular,
    verbs: [...resource.verbs].sort(),
    shortNames: resource.shortNames,
    categories: resource.categories,
    subresources: subresources.map((each) => describeSubresource(each.name, each, each.verbs)),
  }
}

function describeSubresource(name: string, body: GroupVersionKind, verbs: readonly string[]): string {
  return `${name}: ${formatApiVersion(body)} ${body.kind} ${[...verbs].sort().join(',')}`
}

function byName<T extends { readonly name: string }>(list: readonly T[]): Readonly<Record<string, T>> {
  return Object.fromEntries(list.map((each) => [each.name, each]))
}

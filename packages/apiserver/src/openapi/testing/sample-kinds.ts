/** The samples as served kinds, with only the parts that discovery and OpenAPI read. */
import type { ServedKind, ServedSubresource } from '../../kinds/served-kind.ts'
import { type definitionOf as definition, definitionOf, samples } from './sample-definitions.ts'

type Definition = ReturnType<typeof definition>

const customVerbs: ServedKind['verbs'] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
]

export function sampleKinds(): readonly ServedKind[] {
  return samples.map(definitionOf).flatMap(servedKinds)
}

function servedKinds({ spec: { group, scope, names, versions } }: Definition): readonly ServedKind[] {
  const { kind, plural } = names
  const { singular = kind.toLowerCase(), listKind = `${kind}List`, ...more } = names as Record<string, unknown>
  const stored = `${group}/${versions.find(({ storage }) => storage)!.name}`
  return versions
    .filter(({ served }) => served)
    .map(({ name: version, schema, subresources = {} }) => {
      const kindOf = (named: string) => (named === 'scale' ? scale : { group, version, kind })
      const below = ['status', 'scale'].filter((named) => named in subresources)
      return {
        group,
        version,
        kind,
        plural,
        listKind,
        singular,
        shortNames: more['shortNames'] ?? [],
        categories: more['categories'] ?? [],
        isNamespaced: scope === 'Namespaced',
        isCustom: true,
        verbs: customVerbs,
        subresources: new Map(below.map((named) => [named, { name: named, verbs: belowVerbs, ...kindOf(named) }])),
        storage: { apiVersion: stored },
        schema: schema.openAPIV3Schema,
      } as unknown as ServedKind
    })
}

const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' }
const belowVerbs: ServedSubresource['verbs'] = ['get', 'patch', 'update']

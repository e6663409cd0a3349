/** The CustomResourceDefinition of a kind. */
import type { CrdConversion, CustomResourceDefinition } from './custom-resource-definition.ts'
import type { CrdOptions } from './custom-resource.ts'
import { resourceErrors } from './errors.ts'
import type { KindModel } from './kind-model.ts'
import { compareVersions } from './version-order.ts'

export function toCrd(
  model: KindModel,
  { conversion, labels, annotations }: CrdOptions = {},
): CustomResourceDefinition {
  const { group, kind, scope, names } = model
  const versions = [model.storage, ...model.others].sort((a, b) => compareVersions(a.name, b.name))
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${names.plural}.${group}`,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural: names.plural,
        singular: names.singular,
        ...(names.shortNames.length > 0 ? { shortNames: names.shortNames } : {}),
        ...(names.categories.length > 0 ? { categories: names.categories } : {}),
      },
      scope,
      ...(model.others.length === 0 ? {} : { conversion: toConversion(model, conversion) }),
      versions: versions.map(({ crd }) => crd),
    },
  }
}

/** Without a webhook the API server would only change the apiVersion, and prune the fields that the new schema lacks. */
function toConversion({ kind, group, storage, others }: KindModel, given: CrdOptions['conversion']): CrdConversion {
  if (given === 'none') return { strategy: 'None' }
  if (given !== undefined) {
    return { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: given } }
  }
  const versions = [storage, ...others].map(({ name }) => name)
  throw resourceErrors('KW_RESOURCE_CONVERSION', {
    what: `write the CustomResourceDefinition of ${kind}.${group}`,
    why: `it has the versions ${versions.join(', ')}, and the API server must know who converts between them`,
    next: "Pass crd({ conversion: { service: { name, namespace } } }) with the webhook that serves convert(), or conversion: 'none' if the fields are the same in all versions.",
    details: { versions },
  })
}

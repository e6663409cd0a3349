/** The names of OpenAPI definitions: from the Go package for built-in types, from the reversed group for custom ones. */
import type { GroupVersionKind } from '@kubewright/core/object'

/** Definitions that are in `meta/v1` in our schemas, but not in the published documents. */
const elsewhere: Readonly<Record<string, string>> = {
  'meta/v1.Info': 'io.k8s.apimachinery.pkg.version.Info',
  'meta/v1.IntOrString': 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'meta/v1.Quantity': 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  'meta/v1.RawExtension': 'io.k8s.apimachinery.pkg.runtime.RawExtension',
}

/** Groups whose types are in another Go package. */
const packages: Readonly<Record<string, string>> = {
  meta: 'io.k8s.apimachinery.pkg.apis.meta',
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions',
  apiregistration: 'io.k8s.kube-aggregator.pkg.apis.apiregistration',
}

/** `core/v1.PodSpec` becomes `io.k8s.api.core.v1.PodSpec`. */
export function publishedName(short: string): string {
  const known = elsewhere[short]
  if (known !== undefined) return known
  const slash = short.indexOf('/')
  const group = short.slice(0, slash)
  return `${packages[group] ?? `io.k8s.api.${group}`}.${short.slice(slash + 1)}`
}

/** Our short name of a built-in kind: Go packages have the name of the first label of their group. */
export function builtInName({ group, version, kind }: GroupVersionKind): string {
  return `${group === '' ? 'core' : group.split('.')[0]}/${version}.${kind}`
}

/** `example.dev/v1 Website` becomes `dev.example.v1.Website`. */
export function customName({ group, version, kind }: GroupVersionKind): string {
  return `${group.split('.').reverse().join('.')}.${version}.${kind}`
}

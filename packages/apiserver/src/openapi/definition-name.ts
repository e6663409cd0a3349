/** What definitions are called in OpenAPI: by the Go package they come from, or by their group turned around. */
import type { GroupVersionKind } from '@kubewright/core'

/** Definitions that our schemas count to `meta/v1` and the published documents do not. */
const elsewhere: Readonly<Record<string, string>> = {
  'meta/v1.Info': 'io.k8s.apimachinery.pkg.version.Info',
  'meta/v1.IntOrString': 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'meta/v1.Quantity': 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  'meta/v1.RawExtension': 'io.k8s.apimachinery.pkg.runtime.RawExtension',
}

/** Groups whose types do not lie with all the others. */
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

/** Our short name of a built-in kind: Go packages are named after the first label of their group. */
export function builtInName({ group, version, kind }: GroupVersionKind): string {
  return `${group === '' ? 'core' : group.split('.')[0]}/${version}.${kind}`
}

/** `example.dev/v1 Website` becomes `dev.example.v1.Website`. */
export function customName({ group, version, kind }: GroupVersionKind): string {
  return `${group.split('.').reverse().join('.')}.${version}.${kind}`
}

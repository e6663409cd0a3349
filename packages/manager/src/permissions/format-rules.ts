/** Formats permissions as YAML of a Role or ClusterRole. By hand, because `toYaml` writes no comments and no lists in one line. */
import type { RequiredRule } from './required-rule.ts'

/** One document per scope: a ClusterRole for cluster-wide rules, a Role for each namespace. */
export function formatRoles(rules: readonly RequiredRule[], name: string): string {
  const places = [...new Set(rules.map(({ namespace = '' }) => namespace))].sort()
  return places
    .map((place) => {
      const kind = place === '' ? 'ClusterRole' : 'Role'
      const metadata = `metadata:\n  name: ${name}\n${place === '' ? '' : `  namespace: ${place}\n`}`
      const own = rules.filter(({ namespace = '' }) => namespace === place)
      return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\n${metadata}rules:\n${formatRules(own)}`
    })
    .join('---\n')
}

/** The `rules` of a role, with the reasons as comments. */
export function formatRules(rules: readonly RequiredRule[]): string {
  return rules.map(formatRule).join('')
}

function formatRule({ group, resource, verbs, name, because }: RequiredRule): string {
  const names = name === undefined ? '' : `\n    resourceNames: ["${name}"]`
  return `  - apiGroups: ["${group}"] # ${because.join('; ')}\n    resources: ["${resource}"]${names}\n    verbs: [${verbs.map((verb) => `"${verb}"`).join(', ')}]\n`
}

/** In one line, for readiness: `patch websites.web.example.dev/status (websites sets their status)`. */
export function describeRule({ group, resource, verbs, namespace, name, because }: RequiredRule): string {
  const [plural = '', subresource] = resource.split('/')
  const what = `${plural}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`
  const which = name === undefined ? '' : ` ${name}`
  const where = namespace === undefined ? '' : ` in ${namespace}`
  return `${verbs.join(', ')} ${what}${which}${where} (${because.join('; ')})`
}

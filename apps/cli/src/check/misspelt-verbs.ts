/** Verbs of the generated roles that are probably misspelt. The server accepts any word, and such a rule allows nothing. Pure. */
import { nearestName } from '@kubewright/core/input'
import type { RequiredRule } from '@kubewright/manager/permissions'
import type { ProjectDescription } from '../project/project-description.ts'
import { rbacVerbs } from '../project/rbac-verbs.ts'
import { type Finding, nameOf } from './finding.ts'

/** Warnings only: a server may have such a verb. */
export function misspeltVerbs({ rules, remotes }: Pick<ProjectDescription, 'rules' | 'remotes'>): readonly Finding[] {
  const found = [rules, ...remotes.map((remote) => remote.rules)].flat().flatMap(misspeltIn)
  return [...new Map(found.map((one) => [one.subject, one])).values()]
}

function misspeltIn({ verbs, group, resource, because }: RequiredRule): readonly Finding[] {
  return verbs.flatMap((verb) => {
    const near = nearestVerb(verb)
    if (near === undefined) return []
    const warning = { check: 'rbac', level: 'warning', subject: `${verb} ${nameOf(group, resource)}` } as const
    const text = `is granted (${because.join('; ')}), and Kubernetes has no verb ${verb}`
    return [
      { ...warning, text, next: `Did you mean ${near}? If the server of this resource has the verb, ignore this.` },
    ]
  })
}

/** A short word is close to many. */
function nearestVerb(verb: string): string | undefined {
  if (verb === '*' || rbacVerbs.includes(verb)) return undefined
  return nearestName(verb, rbacVerbs, verb.length > 5 ? 2 : 1)
}

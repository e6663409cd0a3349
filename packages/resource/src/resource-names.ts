/** The names of a resource, completed and validated by the rules of the API server. */
import { nameProblems } from '@kubewright/core/object'
import { resourceErrors } from './errors.ts'
import { pluralOf } from './plural.ts'

/** The names an author gives. */
export interface GivenNames {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural?: string | undefined
  readonly singular?: string | undefined
  readonly shortNames?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly conditions?: readonly string[] | undefined
}

export interface ResourceNames {
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
}

export interface NameProblem {
  /** `group`, `shortNames[0]`. */
  readonly name: string
  readonly why: string
}

/** Fills in the names derived from the kind. Throws `KW_RESOURCE_NAME` with all problems. */
export function completeNames(given: GivenNames, versions: readonly string[]): ResourceNames {
  const names: ResourceNames = {
    plural: given.plural ?? pluralOf(given.kind),
    singular: given.singular ?? given.kind.toLowerCase(),
    shortNames: given.shortNames ?? [],
    categories: given.categories ?? [],
  }
  const problems = problemsOf(given, names, versions)
  if (problems.length > 0) throw nameError(given, problems)
  return names
}

function problemsOf(given: GivenNames, names: ResourceNames, versions: readonly string[]): readonly NameProblem[] {
  const label = (name: string, value: string) =>
    nameProblems('dns1035Label', value).map((why) => ({ name, why: quoted(value, why) }))
  return [
    ...groupProblems(given.group),
    ...versions.flatMap((version) => label(version === given.version ? 'version' : `versions.${version}`, version)),
    ...kindProblems(given.kind),
    ...label('plural', names.plural),
    ...label('singular', names.singular),
    ...names.shortNames.flatMap((name, index) => label(`shortNames[${index}]`, name)),
    ...names.categories.flatMap((name, index) => label(`categories[${index}]`, name)),
    ...repeated(names.shortNames).map((name) => ({ name: 'shortNames', why: `${JSON.stringify(name)} comes twice` })),
    ...conditionProblems(given.conditions ?? []),
  ]
}

function groupProblems(group: string): readonly NameProblem[] {
  const problem = (why: string) => [{ name: 'group', why: quoted(group, why) }]
  const broken = nameProblems('dns1123Subdomain', group)
  if (broken.length > 0) return broken.flatMap(problem)
  if (!group.includes('.')) return problem('should be a domain with at least one dot, such as web.example.dev')
  const isReserved = /(?:^|\.)(?:k8s\.io|kubernetes\.io)$/.test(group)
  return isReserved ? problem('lies under k8s.io or kubernetes.io, which are reserved; use a domain of your own') : []
}

function kindProblems(kind: string): readonly NameProblem[] {
  const problem = (why: string) => [{ name: 'kind', why: quoted(kind, why) }]
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) return problem('must be one word in PascalCase, such as Website')
  if (kind.length > 63) return problem('must be no more than 63 characters')
  return kind.endsWith('List') ? problem('must not end in List: that is the name of a list of objects') : []
}

function conditionProblems(conditions: readonly string[]): readonly NameProblem[] {
  const broken = conditions.filter((type) => !/^(?:[a-z0-9.-]+\/)?[A-Z][A-Za-z0-9]*$/.test(type))
  return [
    ...broken.map((type) => ({
      name: 'conditions',
      why: quoted(type, 'must be one word in PascalCase, such as Ready'),
    })),
    ...repeated(conditions).map((type) => ({ name: 'conditions', why: quoted(type, 'comes twice') })),
  ]
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

function quoted(value: string, why: string): string {
  return `${JSON.stringify(value)} ${why.startsWith('a ') ? `is not valid: ${why}` : why}`
}

function nameError({ kind, group }: GivenNames, problems: readonly NameProblem[]): Error {
  return resourceErrors('KW_RESOURCE_NAME', {
    what: `define the resource ${kind}.${group}`,
    why: problems.map(({ name, why }) => `${name}: ${why}`).join('; '),
    next: 'Correct the names, or give those that were derived from the kind yourself.',
    details: { problems },
  })
}

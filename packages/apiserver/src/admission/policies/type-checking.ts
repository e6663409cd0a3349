/** Type-checks expressions against the kinds that a policy matches. Wildcards name no kind, and are not checked. */
import { type GroupVersionKind, parseApiVersion } from '@kubewright/core/object'
import type {
  NamedRuleWithOperations,
  ValidatingAdmissionPolicy,
} from '@kubewright/kubernetes/admissionregistration/v1'
import { loadSchemas, type Schema } from '@kubewright/kubernetes/schemas'
import { policyEnvironment } from '../environment/policy-environment.ts'
import { type CelType, compileCel, dynType, type Environment } from '@kubewright/cel'
import type { KindRegistry } from '../../kinds/kind-registry.ts'
import type { ServedKind } from '../../kinds/served-kind.ts'
import { type TypeSchema, typeOfRoot } from './schema-type.ts'

export interface ExpressionWarning {
  readonly fieldRef: string
  readonly warning: string
}

/** Maximum number of kinds to check for each rule. */
const mostKinds = 10

type Spec = ValidatingAdmissionPolicy['spec']

export async function typeWarnings(spec: Spec, kinds: KindRegistry): Promise<readonly ExpressionWarning[]> {
  const checked = kindsToCheck(spec.matchConstraints?.resourceRules ?? [], kinds)
  const paramsType = await typeOfParams(spec, kinds)
  const checks: TypeCheck[] = []
  for (const kind of checked) {
    const objectType = await typeOfKind(kind)
    if (objectType !== undefined) checks.push({ kind, environment: environmentFor(spec, objectType, paramsType) })
  }
  return expressionsOf(spec).flatMap(([fieldRef, expression]) => {
    const problems = checks.flatMap((check) => problemsOf(expression, check))
    return problems.length === 0 ? [] : [{ fieldRef, warning: problems.join('\n') }]
  })
}

interface TypeCheck {
  readonly kind: GroupVersionKind
  readonly environment: Environment
}

function expressionsOf({ validations = [] }: Spec): readonly (readonly [string, string])[] {
  return validations.flatMap(({ expression, messageExpression = '' }, at) => {
    const path = `spec.validations[${at}]`
    const message = messageExpression === '' ? [] : [[`${path}.messageExpression`, messageExpression] as const]
    return [[`${path}.expression`, expression] as const, ...message]
  })
}

function problemsOf(expression: string, { kind, environment }: TypeCheck): readonly string[] {
  const compiled = compileCel(expression, environment)
  if (!('problem' in compiled)) return []
  const shown = `${kind.group}/${kind.version}, Kind=${kind.kind}`
  return [`${shown}: ${compiled.problem.replace(/^compilation failed: /, '')}\n`]
}

/** Sorted by group, version and kind. */
function kindsToCheck(rules: readonly NamedRuleWithOperations[], kinds: KindRegistry): readonly ServedKind[] {
  const found = new Set<ServedKind>()
  for (const rule of rules) {
    for (const kind of kindsOfRule(rule, kinds).slice(0, mostKinds)) found.add(kind)
  }
  const nameOf = ({ group, version, kind }: ServedKind) => `${group}\0${version}\0${kind}`
  return [...found].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

function kindsOfRule(rule: NamedRuleWithOperations, kinds: KindRegistry): readonly ServedKind[] {
  const { apiGroups = [], apiVersions = [], resources = [] } = rule
  if ([...apiGroups, ...apiVersions].some((word) => word.includes('*'))) return []
  const plurals = resources.filter((resource) => !/[*/]/.test(resource))
  return [...apiGroups]
    .sort()
    .flatMap((group) =>
      [...apiVersions]
        .sort()
        .flatMap((version) => [...plurals].sort().flatMap((plural) => kinds.find(group, version, plural) ?? [])),
    )
}

async function typeOfKind(kind: ServedKind): Promise<CelType | undefined> {
  if (kind.schema !== undefined) return typeOfRoot(kind.schema as TypeSchema, (same) => same, kind.kind)
  if (kind.isCustom) return undefined
  const schemas = await loadSchemas({ only: [kind] })
  const schema = schemas.kind(kind)
  return schema && typeOfRoot(schema as TypeSchema, (one) => schemas.resolve(one as Schema) as TypeSchema, kind.kind)
}

async function typeOfParams({ paramKind }: Spec, kinds: KindRegistry): Promise<CelType | undefined> {
  if (paramKind === undefined) return undefined
  const { group, version } = parseApiVersion(paramKind.apiVersion ?? '')
  const kind = kinds.findKind(group, version, paramKind.kind ?? '')
  return (kind && (await typeOfKind(kind))) ?? dynType
}

/** Variables are typed for each kind, because their types depend on that of the object. */
function environmentFor(spec: Spec, objectType: CelType, paramsType: CelType | undefined): Environment {
  const types = new Map<string, CelType>()
  const environment = () =>
    policyEnvironment({
      hasParams: paramsType !== undefined,
      hasAuthorizer: true,
      variables: types,
      objectType,
      ...(paramsType === undefined ? {} : { paramsType }),
    })
  for (const { name, expression } of spec.variables ?? []) {
    const compiled = compileCel(expression, environment())
    types.set(name, 'problem' in compiled ? dynType : compiled.resultType)
  }
  return environment()
}

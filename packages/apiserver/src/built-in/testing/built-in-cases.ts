/** Test cases for built-in kinds: valid objects, invalid objects, and updates. */
import { servedGroups } from '@kubewright/kubernetes/discovery'
import { coreCases } from './cases/core.ts'
import { podCases } from './cases/pod.ts'
import { podLifeCases } from './cases/pod-life.ts'
import { remainingGroupCases } from './cases/remaining-groups.ts'
import { serviceCases } from './cases/service.ts'
import { workloadCases } from './cases/workload.ts'

export interface CaseStep {
  /** The subresource path below the object. */
  readonly at?: string
  /** A merge patch; without one, the step reads the object. */
  readonly patch?: object
  /** Whether the change persists for the following steps. */
  readonly isKept?: boolean
  /** Reads the object as a table. */
  readonly table?: boolean
}

/** By case name: the object without kind and name, and the steps that follow its creation. */
export type Cases = Readonly<Record<string, object | readonly [object, Readonly<Record<string, CaseStep>>]>>

export interface BuiltInCase {
  readonly name: string
  /** `/apis/apps/v1/deployments` */
  readonly path: string
  readonly isNamespaced: boolean
  readonly body: object
  readonly steps: Readonly<Record<string, CaseStep>>
}

const families: readonly Readonly<Record<string, Cases>>[] = [
  coreCases,
  podCases,
  podLifeCases,
  workloadCases,
  serviceCases,
  remainingGroupCases,
]

export function builtInCases(): readonly BuiltInCase[] {
  return families.flatMap((family) => Object.entries(family).flatMap(([kind, cases]) => casesOf(kind, cases)))
}

function casesOf(apiVersionAndKind: string, cases: Cases): readonly BuiltInCase[] {
  const [apiVersion = '', kind = ''] = apiVersionAndKind.split(' ')
  const { plural, isNamespaced } = resourceOf(apiVersion, kind)
  const root = apiVersion.includes('/') ? '/apis' : '/api'
  return Object.entries(cases).map(([name, written], at) => {
    const [body, steps] = Array.isArray(written)
      ? (written as [object, Record<string, CaseStep>])
      : [written as object, {}]
    const { metadata = {}, ...rest } = body as { metadata?: object }
    const given = { name: `${kind.toLowerCase()}-${at}`, ...metadata }
    return {
      name: `${apiVersionAndKind}: ${name}`,
      path: `${root}/${apiVersion}/${plural}`,
      isNamespaced,
      body: { apiVersion, kind, metadata: given, ...rest },
      steps,
    }
  })
}

function resourceOf(apiVersion: string, kind: string) {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const found = servedGroups
    .find((one) => one.group === group)
    ?.versions.find((one) => one.version === version)
    ?.resources.find(({ resource }) => resource.kind === kind)
  if (found === undefined) throw new Error(`There is no ${apiVersion} ${kind}.`)
  return { plural: found.resource.plural, isNamespaced: found.resource.scope === 'Namespaced' }
}

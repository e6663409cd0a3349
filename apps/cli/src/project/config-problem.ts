/** Checks a configuration that was not type-checked. */
import { nameProblems } from '@kubewright/core/object'

/** Why `given` is not an `OperatorConfig`; `undefined` if it is one. Pure. */
export function configProblem(given: unknown): string | undefined {
  if (given === undefined) return 'it has no default export'
  if (typeof given !== 'object' || given === null) return `its default export is ${describe(given)}, not an object`
  const { name, namespace, resources, controllers } = given as Record<string, unknown>
  return (
    nameProblem('name', name) ??
    (namespace === undefined ? undefined : nameProblem('namespace', namespace)) ??
    listProblem('resources', resources, 'crd', 'defineResource') ??
    listProblem('controllers', controllers, '~controller', 'defineController')
  )
}

function nameProblem(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `its \`${field}\` is ${describe(value)}`
  const [problem] = nameProblems('dns1123Label', value)
  return problem === undefined ? undefined : `its \`${field}\` ${JSON.stringify(value)} ${problem}`
}

function listProblem(field: string, value: unknown, mark: string, maker: string): string | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return `its \`${field}\` is ${describe(value)}, not a list`
  const index = value.findIndex((one: unknown) => typeof one !== 'object' || one === null || !(mark in one))
  return index < 0 ? undefined : `\`${field}[${index}]\` is ${describe(value[index])}, not what ${maker} returns`
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return typeof value === 'object' ? 'something else' : JSON.stringify(value)
}

/** Validates the components of one stack against each other. Each alone is validated where it is declared. Pure. */
import { getOwn } from '@kubewright/core/json'
import type { Manifest } from '@kubewright/resource'
import { stackErrors } from '../errors.ts'
import type { ComponentSettings, Env } from '../settings.ts'
import type { Stack, StackObject } from '../stack.ts'
import type { Member } from './member.ts'

/** Failure: `KW_STACK_KIND` or `KW_STACK_COMPONENT` for the first problem, before anything is written. */
export function assertMembers(stack: Stack, { metadata }: StackObject, members: readonly Member[]): void {
  for (const member of members) assertKind(stack, member)
  assertDistinct(metadata.name, members)
  const byName = new Map(members.map((member) => [member.name, member]))
  for (const member of members) assertSecrets(member, byName)
}

/** The readiness of a kind that is not watched would never be noticed. */
function assertKind(stack: Stack, { name, component, objects }: Member): void {
  if (component.type !== 'cascade') return
  const { resource } = objects.workload as Manifest
  if (stack.kinds.some((kind) => kind.group === resource.group && kind.kind === resource.kind)) return
  throw stackErrors('KW_STACK_KIND', {
    what: `deploy the component ${JSON.stringify(name)} of the stack ${stack.name}`,
    why: `it is a ${resource.kind}, which the stack does not watch`,
    next: `Add ${resource.kind} to \`kinds\` of the stack.`,
  })
}

/** Two components that share an object would overwrite each other's changes forever. */
function assertDistinct(stack: string, members: readonly Member[]): void {
  const owners = new Map<string, string>()
  for (const { name, objects } of members) {
    for (const { resource, object } of Object.values(objects)) {
      const key = `${resource.kind} ${object.metadata.name}`
      const other = owners.get(key)
      if (other !== undefined) {
        throw stackErrors('KW_STACK_COMPONENT', {
          what: `deploy the components ${JSON.stringify(other)} and ${JSON.stringify(name)} of ${stack}`,
          why: `both would create the object ${key}`,
          next: 'Give one of them another `name`.',
        })
      }
      owners.set(key, name)
    }
  }
}

/** A pod with a variable from a Secret that is never created does not start. */
function assertSecrets({ name, settings }: Member, members: ReadonlyMap<string, Member>): void {
  for (const [variable, { component, key }] of secretValuesIn(settings)) {
    const source = members.get(component)
    if (getOwn(source?.settings?.secrets, key) !== undefined) continue
    const which = source === undefined ? 'which is not a component of the stack' : 'whose `secrets` have no such key'
    throw stackErrors('KW_STACK_COMPONENT', {
      what: `start the component ${JSON.stringify(name)}`,
      why: `its variable ${variable} is the value ${JSON.stringify(key)} of the Secret of ${JSON.stringify(component)}, ${which}`,
      next: 'Correct `fromSecret`, or declare the value there: `secrets: { PASSWORD: generated() }`.',
    })
  }
}

function* secretValuesIn(settings: ComponentSettings | undefined) {
  if (settings === undefined) return
  const others = [...Object.values(settings.sidecars ?? {}), ...Object.values(settings.init ?? {})]
  const all: readonly (Env | undefined)[] = [settings.env, ...others.map(({ env }) => env)]
  for (const [variable, value] of all.flatMap((env) => Object.entries(env ?? {}))) {
    if (value !== null && typeof value === 'object' && '~secret' in value) yield [variable, value['~secret']] as const
  }
}

/** The environment of a container: `env` and `envFrom`, with their references resolved. Pure. */
import { getOwn } from '@kubewright/core/json'
import type { ConfigMap, Container, EnvVar, Pod, Secret } from '@kubewright/kubernetes/core/v1'
import { expand } from './expand.ts'
import { fieldValue, type PodPlace, resourceValue } from './field-reference.ts'

/** The existing ConfigMaps and Secrets that a pod refers to, by name. */
export interface References {
  readonly configMaps: ReadonlyMap<string, ConfigMap>
  readonly secrets: ReadonlyMap<string, Secret>
}

export interface VariablesOf {
  readonly pod: Pod
  readonly container: Container
  readonly place: PodPlace
  readonly references: References
  /** Initial variables: of services and of the image. */
  readonly given: ReadonlyMap<string, string>
}

/** A missing dependency of a container, in the wording of a kubelet. */
export class MissingReference extends Error {
  override readonly name = 'MissingReference'
}

/** Failure: throws `MissingReference`. */
export function containerVariables({
  pod,
  container,
  place,
  references,
  given,
}: VariablesOf): ReadonlyMap<string, string> {
  const variables = new Map(given)
  for (const [name, value] of bulkOf(container, references)) variables.set(name, value)
  for (const variable of container.env ?? []) {
    const value = valueOf(variable, { pod, container, place, references, variables })
    if (value !== undefined) variables.set(variable.name, value)
  }
  return variables
}

function* bulkOf({ envFrom = [] }: Container, references: References): Generator<readonly [string, string]> {
  for (const { prefix = '', configMapRef, secretRef } of envFrom) {
    const ref = configMapRef ?? secretRef
    if (ref?.name === undefined) continue
    const kind = configMapRef === undefined ? 'secret' : 'configmap'
    const data = configMapRef === undefined ? secretTexts(references, ref.name) : configTexts(references, ref.name)
    if (data === undefined && ref.optional !== true) throw new MissingReference(`${kind} "${ref.name}" not found`)
    for (const [key, value] of Object.entries(data ?? {})) yield [`${prefix}${key}`, value]
  }
}

type Known = Omit<VariablesOf, 'given'> & { readonly variables: ReadonlyMap<string, string> }

function valueOf({ name, value, valueFrom }: EnvVar, known: Known): string | undefined {
  if (valueFrom === undefined) return expand(value ?? '', known.variables)
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom
  if (fieldRef !== undefined) return required(fieldValue(fieldRef.fieldPath, known.pod, known.place), name)
  if (resourceFieldRef !== undefined) return required(resourceValue(resourceFieldRef, known.container), name)
  const [kind, selector, texts] =
    configMapKeyRef === undefined
      ? (['Secret', secretKeyRef, secretTexts] as const)
      : (['ConfigMap', configMapKeyRef, configTexts] as const)
  if (selector?.name === undefined) return required(undefined, name)
  const data = texts(known.references, selector.name)
  const found = getOwn(data, selector.key)
  if (found !== undefined || selector.optional === true) return found
  if (data === undefined) throw new MissingReference(`${kind.toLowerCase()} "${selector.name}" not found`)
  const { namespace } = known.pod.metadata
  throw new MissingReference(`couldn't find key ${selector.key} in ${kind} ${namespace}/${selector.name}`)
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined) return value
  throw new MissingReference(`valueFrom of the variable ${name} is not supported here`)
}

type Texts = Readonly<Record<string, string>>

export function configTexts({ configMaps }: References, name: string): Texts | undefined {
  return configMaps.has(name) ? (configMaps.get(name)!.data ?? {}) : undefined
}

export function secretTexts({ secrets }: References, name: string): Texts | undefined {
  const secret = secrets.get(name)
  if (secret === undefined) return undefined
  const entries = Object.entries(secret.data ?? {}).map(([key, value]) => [key, decoded(value).toString('utf8')])
  return Object.fromEntries(entries) as Texts
}

export function decoded(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

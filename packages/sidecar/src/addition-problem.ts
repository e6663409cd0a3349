/** Checks the additions to a pod by the rules of the API server, which would reject the whole pod. Pure. See decision 0382. */
import { nameProblems, type NameRule } from '@kubewright/core/object'
import type { Container, EnvVar } from '@kubewright/kubernetes/core/v1'
import type { PodAdditions, PodParts } from './sidecar.ts'

type Spec = PodParts['spec']

/** Why the API server would reject the pod with these additions, or why the container could never start; `undefined` if neither. */
export function additionProblem(spec: Spec, additions: PodAdditions): string | undefined {
  for (const check of checks) {
    for (const problem of check(spec, additions)) return problem
  }
  return undefined
}

type Check = (spec: Spec, additions: PodAdditions) => Iterable<string>

const checks: readonly Check[] = [nameClash, imageProblems, volumeProblems, mountProblems, envProblems, portClashes]

function* nameClash(
  { containers, initContainers = [] }: Spec,
  { container: { name } }: PodAdditions,
): Generator<string> {
  yield* badName('dns1123Label', 'the container name', name)
  if ([...containers, ...initContainers].some((other) => other.name === name))
    yield `the pod already has a container ${name}`
}

function* imageProblems(_: Spec, { container: { image = '' } }: PodAdditions): Generator<string> {
  if (image === '' || image.trim() !== image) yield `${JSON.stringify(image)} is not an image`
}

function* volumeProblems({ volumes: present = [] }: Spec, { volumes = [] }: PodAdditions): Generator<string> {
  for (const { name, configMap, secret } of volumes) {
    yield* badName('dns1123Label', 'the volume name', name)
    if (present.some((other) => other.name === name)) yield `the pod already has a volume ${name}`
    if (configMap !== undefined) yield* badName('dns1123Subdomain', 'the ConfigMap name', configMap.name)
    if (secret !== undefined) yield* badName('dns1123Subdomain', 'the Secret name', secret.secretName)
  }
}

function* mountProblems({ volumes: present = [] }: Spec, { container, volumes = [] }: PodAdditions): Generator<string> {
  const known = new Set([...present, ...volumes].map(({ name }) => name))
  const paths = new Set<string>()
  for (const { name, mountPath } of container.volumeMounts ?? []) {
    if (!known.has(name)) yield `the pod has no volume ${name}`
    if (mountPath === '') yield `the mount path of the volume ${name} is empty`
    if (paths.has(mountPath)) yield `two volumes are mounted at ${JSON.stringify(mountPath)}`
    paths.add(mountPath)
  }
}

function* envProblems(_: Spec, { container: { env = [], envFrom = [] } }: PodAdditions): Generator<string> {
  for (const variable of env) yield* variableProblems(variable)
  for (const { secretRef, configMapRef, prefix } of envFrom) {
    if ((secretRef === undefined) === (configMapRef === undefined))
      yield 'envFrom needs a Secret or a ConfigMap, and not both'
    if (prefix !== undefined && prefix !== '' && !isVariable(prefix)) yield notVariable(prefix)
    if (secretRef !== undefined) yield* badName('dns1123Subdomain', 'the Secret name', secretRef.name)
    if (configMapRef !== undefined) yield* badName('dns1123Subdomain', 'the ConfigMap name', configMapRef.name)
  }
}

const isVariable = (name: string) => /^[\x20-\x3C\x3E-\x7E]+$/.test(name)
const notVariable = (name: string) => `${JSON.stringify(name)} is not the name of a variable`

const labelPath = /^metadata\.(?:labels|annotations)\['(.*)'\]$/s

function* variableProblems({ name, valueFrom }: EnvVar): Generator<string> {
  if (!isVariable(name)) yield notVariable(name)
  const key = labelPath.exec(valueFrom?.fieldRef?.fieldPath ?? '')?.[1]
  if (key !== undefined) yield* badName('qualifiedName', 'the label key', key)
  const secret = valueFrom?.secretKeyRef
  if (secret !== undefined) yield* badName('dns1123Subdomain', 'the Secret name', secret.name)
}

/** On the network of the node, two containers of a pod cannot use the same port. */
function* portClashes({ hostNetwork, containers, initContainers = [] }: Spec, { container }: PodAdditions) {
  if (hostNetwork !== true) return
  const used = new Set([...containers, ...initContainers].flatMap(portsOf))
  for (const port of portsOf(container)) {
    if (used.has(port)) yield `the pod uses the network of the node, and port ${port} itself`
  }
}

function portsOf({ ports = [] }: Container): readonly string[] {
  return ports.map(({ containerPort, protocol = 'TCP' }) => `${containerPort}/${protocol}`)
}

function* badName(rule: NameRule, what: string, name: string | undefined): Generator<string> {
  const [problem] = nameProblems(rule, name ?? '')
  if (problem !== undefined) yield `${what} ${JSON.stringify(name ?? '')} is invalid: ${problem}`
}

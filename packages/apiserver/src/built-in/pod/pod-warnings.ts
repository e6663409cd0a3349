/** What the server remarks about pods and templates that it accepts all the same. */
import type { Container, PodSpec } from '@kubewright/kubernetes/core/v1'
import { nameProblems, parseQuantity } from '@kubewright/core'
import { each, isBlank } from '../check/problems.ts'
import type { Loose } from '../loose.ts'

/** Labels of nodes that have another name now. */
const renamedLabels: Readonly<Record<string, readonly [string, string]>> = {
  'beta.kubernetes.io/arch': ['v1.14', 'kubernetes.io/arch'],
  'beta.kubernetes.io/os': ['v1.14', 'kubernetes.io/os'],
  'failure-domain.beta.kubernetes.io/region': ['v1.17', 'topology.kubernetes.io/region'],
  'failure-domain.beta.kubernetes.io/zone': ['v1.17', 'topology.kubernetes.io/zone'],
  'beta.kubernetes.io/instance-type': ['v1.17', 'node.kubernetes.io/instance-type'],
}

export function podNameWarnings(name: string): readonly string[] {
  const problems = nameProblems('dns1123Label', name)
  if (problems.length === 0) return []
  const text =
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended"
  return [`${text}: [${problems.join(' ')}]`]
}

export function podSpecWarnings(spec: Loose<PodSpec>, path: string): readonly string[] {
  return [...podWarnings(spec, path), ...containerWarnings(spec, path)]
}

function* podWarnings(spec: Loose<PodSpec>, path: string): Iterable<string> {
  for (const label of Object.keys(spec.nodeSelector ?? {}).sort()) {
    const renamed = renamedLabels[label]
    if (renamed === undefined) continue
    yield `${path}.nodeSelector[${label}]: deprecated since ${renamed[0]}; use "${renamed[1]}" instead`
  }
  for (const [{ name }, at] of each(spec.imagePullSecrets, `${path}.imagePullSecrets`)) {
    if (isBlank(name)) yield `${at}.name: invalid empty name ""`
  }
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    yield `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`
  }
}

function* containerWarnings(spec: Loose<PodSpec>, path: string): Iterable<string> {
  for (const list of ['initContainers', 'containers'] as const) {
    for (const [container, at] of each(spec[list], `${path}.${list}`)) {
      yield* amountWarnings(container, at)
      yield* variableWarnings(container, at)
      yield* portWarnings(container, at)
    }
  }
}

function* amountWarnings({ resources }: Loose<Container>, path: string): Iterable<string> {
  for (const of of ['requests', 'limits'] as const) {
    for (const name of ['memory', 'ephemeral-storage']) {
      const amount = resources?.[of]?.[name]
      if (amount === undefined || parseQuantity(amount).exponent >= 0) continue
      const text = parseQuantity(amount).toString()
      yield `${path}.resources.${of}[${name}]: fractional byte value "${text}" is invalid, must be an integer`
    }
  }
}

function* variableWarnings({ env }: Loose<Container>, path: string): Iterable<string> {
  const seen = new Set<string>()
  for (const [{ name = '' }, at] of each(env, `${path}.env`)) {
    if (seen.has(name)) yield `${at}: hides previous definition of "${name}", which may be dropped when using apply`
    seen.add(name)
  }
}

function* portWarnings({ ports }: Loose<Container>, path: string): Iterable<string> {
  const seen = new Map<string, string>()
  for (const [{ protocol = '', containerPort = 0, hostPort = 0, hostIP = '' }, at] of each(ports, `${path}.ports`)) {
    const key = `${protocol} ${containerPort} ${hostPort} ${hostIP}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, at)
    else yield `${at}: duplicate port definition with ${first}`
  }
}

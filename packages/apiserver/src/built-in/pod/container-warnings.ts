/** Warnings about the containers of accepted pods. */
import type { Container, ContainerPort, PodSpec } from '@kubewright/kubernetes/core/v1'
import { parseQuantity } from '@kubewright/core/quantities'
import { each } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

type Placed<Value> = readonly [value: Value, at: string]

export function* containerWarnings(spec: Unvalidated<PodSpec>, path: string): Iterable<string> {
  const containers = containersOf(spec, path)
  for (const [container, at] of containers) {
    yield* amountWarnings(container, at)
    yield* variableWarnings(container, at)
  }
  const ports = containers.flatMap(([{ ports }, at]) => [...each(ports, `${at}.ports`)])
  yield* portWarnings(ports)
  yield* portNameWarnings(ports)
}

function containersOf(spec: Unvalidated<PodSpec>, path: string): readonly Placed<Unvalidated<Container>>[] {
  return (['initContainers', 'containers'] as const).flatMap((list) => [...each(spec[list], `${path}.${list}`)])
}

function* amountWarnings({ resources }: Unvalidated<Container>, path: string): Iterable<string> {
  for (const name of ['memory', 'ephemeral-storage']) {
    for (const field of ['limits', 'requests'] as const) {
      const amount = resources?.[field]?.[name]
      if (amount === undefined || parseQuantity(amount).exponent >= 0) continue
      const text = parseQuantity(amount).toString()
      yield `${path}.resources.${field}[${name}]: fractional byte value "${text}" is invalid, must be an integer`
    }
  }
}

/** A repeated variable may refer to its previous definition, but must not hide it. */
function* variableWarnings({ env }: Unvalidated<Container>, path: string): Iterable<string> {
  const seen = new Set<string>()
  for (const [{ name = '', value = '', valueFrom }, at] of each(env, `${path}.env`)) {
    const former = `$(${name})`
    const isHiding = valueFrom !== undefined || value === former || !value.includes(former)
    if (seen.has(name) && isHiding)
      yield `${at}: hides previous definition of "${name}", which may be dropped when using apply`
    seen.add(name)
  }
}

/** All containers of a pod share one IP address, so their ports can conflict. */
function* portWarnings(ports: readonly Placed<Unvalidated<ContainerPort>>[]): Iterable<string> {
  const seen = new Map<string, Placed<Unvalidated<ContainerPort>>[]>()
  for (const [port, at] of ports) {
    const key = `${port.containerPort ?? 0}/${port.protocol ?? ''}`
    const others = seen.get(key) ?? []
    for (const [other, there] of others) {
      const problem = portProblem(port, other)
      if (problem !== undefined) yield `${at}: ${problem} port definition with ${there}`
    }
    if (others.push([port, at]) === 1) seen.set(key, others)
  }
}

function portProblem(port: Unvalidated<ContainerPort>, other: Unvalidated<ContainerPort>): string | undefined {
  const [mine, theirs] = [hostOf(port), hostOf(other)]
  if (mine.port === theirs.port && mine.ip === theirs.ip) return 'duplicate'
  if (mine.port === 0 || theirs.port === 0) return 'overlapping'
  const isOneOpen = (mine.ip === '') !== (theirs.ip === '')
  return mine.port === theirs.port && isOneOpen ? 'dangerously ambiguous' : undefined
}

const hostOf = ({ hostPort = 0, hostIP = '' }: Unvalidated<ContainerPort>) => ({ port: hostPort, ip: hostIP })

function* portNameWarnings(ports: readonly Placed<Unvalidated<ContainerPort>>[]): Iterable<string> {
  const seen = new Map<string, string>()
  for (const [{ name = '' }, at] of ports) {
    const other = seen.get(name)
    if (name !== '' && other === undefined) seen.set(name, at)
    else if (other !== undefined)
      yield `${at}: duplicate port name "${name}" with ${other}, services and probes that select ports by name will use ${other}`
  }
}

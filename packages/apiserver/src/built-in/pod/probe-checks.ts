/** Validation of probes and lifecycle hooks. */
import type { Container, LifecycleHandler, Probe } from '@kubewright/kubernetes/core/v1'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { portNumber, portNumberOrName } from '../../validation/port.ts'
import { each, isBlank, nonNegative, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

type Handler = Pick<Unvalidated<Probe>, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> &
  Pick<Unvalidated<LifecycleHandler>, 'sleep'>

/** The parts of the pod that a hook or probe is validated against. */
export interface ProbeScope {
  readonly gracePeriod: number | undefined
  /** The operating system that the pod declares. */
  readonly system: string | undefined
}

export function* hookProblems(container: Unvalidated<Container>, path: string, scope: ProbeScope): Problems {
  const { postStart, preStop, stopSignal } = container.lifecycle ?? {}
  if (postStart) yield* handlerProblems(postStart, `${path}.lifecycle.postStart`, scope)
  if (preStop) yield* handlerProblems(preStop, `${path}.lifecycle.preStop`, scope)
  if (stopSignal !== undefined && scope.system === undefined) {
    yield forbidden(`${path}.lifecycle.stopSignal`, 'may not be set for containers with empty `spec.os.name`')
  }
}

export function* containerProbeProblems(container: Unvalidated<Container>, path: string, scope: ProbeScope): Problems {
  const { livenessProbe, readinessProbe, startupProbe } = container
  yield* onceProblems(livenessProbe, `${path}.livenessProbe`, scope)
  if (readinessProbe) {
    const at = `${path}.readinessProbe`
    yield* probeProblems(readinessProbe, at, scope)
    if (readinessProbe.terminationGracePeriodSeconds !== undefined) {
      const seconds = readinessProbe.terminationGracePeriodSeconds
      yield invalid(`${at}.terminationGracePeriodSeconds`, seconds, 'must not be set for readinessProbes')
    }
  }
  yield* onceProblems(startupProbe, `${path}.startupProbe`, scope)
}

/** A probe whose success threshold must be 1. */
function* onceProblems(probe: Unvalidated<Probe> | undefined, path: string, scope: ProbeScope): Problems {
  if (probe === undefined) return
  yield* probeProblems(probe, path, scope)
  if (probe.successThreshold !== 1) {
    yield invalid(`${path}.successThreshold`, probe.successThreshold ?? 0, 'must be 1')
  }
}

const counts = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const

function* probeProblems(probe: Unvalidated<Probe>, path: string, scope: ProbeScope): Problems {
  yield* handlerProblems(probe, path, scope)
  for (const field of counts) yield* nonNegative(probe[field], `${path}.${field}`)
  const seconds = probe.terminationGracePeriodSeconds
  if (seconds !== undefined && seconds <= 0) {
    yield invalid(`${path}.terminationGracePeriodSeconds`, seconds, 'must be greater than 0')
  }
}

const handlers: Readonly<Record<keyof Handler, (handler: Handler, path: string, scope: ProbeScope) => Problems>> = {
  *exec({ exec }, path) {
    if ((exec?.command ?? []).length === 0) yield required(`${path}.command`)
  },
  *httpGet({ httpGet = {} }, path) {
    if (isBlank(httpGet.path)) yield required(`${path}.path`)
    yield* portNumberOrName(httpGet.port, `${path}.port`)
    if (!['HTTP', 'HTTPS'].includes(httpGet.scheme ?? '')) {
      yield unsupported(`${path}.scheme`, httpGet.scheme ?? '', ['HTTP', 'HTTPS'])
    }
    for (const [{ name = '' }] of each(httpGet.httpHeaders, path)) yield* headerProblems(name, `${path}.httpHeaders`)
  },
  tcpSocket: ({ tcpSocket }, path) => portNumberOrName(tcpSocket?.port, `${path}.port`),
  grpc: ({ grpc }, path) => portNumber(grpc?.port ?? 0, `${path}.port`),
  *sleep({ sleep }, path, { gracePeriod }) {
    const seconds = sleep?.seconds ?? 0
    if (gracePeriod === undefined || (seconds >= 0 && seconds <= gracePeriod)) return
    const problem = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`
    yield invalid(path, seconds, problem)
  },
}

function* headerProblems(name: string, path: string): Problems {
  if (!/^[-A-Za-z0-9]+$/.test(name)) {
    const problem =
      "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
    yield invalid(path, name, problem)
  }
}

function* handlerProblems(handler: Handler, path: string, scope: ProbeScope): Problems {
  const given = (Object.keys(handlers) as (keyof Handler)[]).filter((name) => handler[name] !== undefined)
  for (const [at, name] of given.entries()) {
    if (at > 0) yield forbidden(`${path}.${name}`, 'may not specify more than 1 handler type')
    else yield* handlers[name](handler, `${path}.${name}`, scope)
  }
  if (given.length === 0) yield required(path, 'must specify a handler type')
}

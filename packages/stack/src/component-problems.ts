/** Validates the settings of a component. */
import { toMs } from '@kubewright/core'
import { stackErrors } from './errors.ts'
import type { ComponentSettings } from './settings.ts'

/** Failure: `KW_STACK_COMPONENT` for the first problem. */
export function assertComponent(settings: ComponentSettings): void {
  const why = [...problemsOf(settings)][0]
  if (why === undefined) return
  throw stackErrors('KW_STACK_COMPONENT', {
    what: `declare a component of the image ${JSON.stringify(settings.image)}`,
    why,
    next: "Change it where the component is declared, for example `component({ image: 'nginx:1', port: 8080 })`.",
  })
}

/** Kubernetes stores replicas as a 32-bit integer. */
const mostReplicas = 2 ** 31 - 1

function* problemsOf(settings: ComponentSettings): Generator<string> {
  const { image, port, ports = {}, replicas, storage, workload, startWithin, replaceAfter, secrets = {} } = settings
  if (typeof image !== 'string' || image === '') yield 'it has no image'
  else if (/(^|[:/])(undefined|null)$/.test(image))
    yield 'its tag is the placeholder of a missing version: the stack needs `versions` or `anyVersion`, and the spec of the object a version'
  for (const [name, number] of [['port', port] as const, ...Object.entries(ports)]) {
    if (number !== undefined && !(Number.isInteger(number) && number > 0 && number < 65_536))
      yield `the port ${JSON.stringify(name)} is ${number}, which is not a number from 1 to 65535`
  }
  if (replicas !== undefined && !(Number.isInteger(replicas) && replicas >= 0))
    yield `replicas is ${replicas}, which is not a whole number from 0 upwards`
  if (replicas !== undefined && replicas > mostReplicas)
    yield `replicas is ${replicas}, which is more than ${mostReplicas}`
  if (storage !== undefined && (storage.size === undefined) === (storage.claim === undefined))
    yield 'its storage needs either a size or the name of a claim'
  if (storage?.claim !== undefined && workload === 'StatefulSet')
    yield 'a StatefulSet makes a claim for each replica, so its storage needs a size'
  for (const [setting, duration] of Object.entries({ startWithin, replaceAfter })) {
    if (duration !== undefined && duration !== 'never' && !(toMs(duration) >= 0))
      yield `${setting} is ${duration}, which is not a duration of zero or more`
  }
  for (const key of Object.keys(secrets)) {
    if (!/^[-._a-zA-Z0-9]+$/.test(key))
      yield `the key ${JSON.stringify(key)} of its Secret has other characters than A-Z, a-z, 0-9, '-', '_' and '.'`
  }
  if (settings.expose && port === undefined) yield 'it is exposed, and has no port'
}

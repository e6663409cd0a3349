/** Describes where two servers disagree about a case. Pure. */
import { isJsonObject } from '@kubewright/core/json'
import type { Step } from './case.ts'
import { canonical } from './mask.ts'
import type { NamedSteps } from './recording.ts'

export interface Difference {
  readonly id: string
  readonly text: string
}

/**
 * @param limit number of differing steps that are shown
 * @returns nothing if both agree
 */
export function findDifference(
  { id, steps }: NamedSteps,
  real: readonly unknown[] | undefined,
  ours: readonly unknown[] | undefined,
  limit = Number.POSITIVE_INFINITY,
): Difference | undefined {
  if (real === undefined || ours === undefined) {
    return {
      id,
      text: `${id}\n    ${real === undefined ? 'is not recorded: npm run conformance -- --record' : 'did not run'}`,
    }
  }
  const differing = steps.map((step, at) => describeStep(step, real[at], ours[at])).filter(({ length }) => length > 0)
  const parts = differing.slice(0, limit).flat()
  const whole = parts.length === 0 && canonical(real) !== canonical(ours) ? ['    the scripts differ in length'] : parts
  return whole.length === 0 ? undefined : { id, text: [id, ...whole].join('\n') }
}

function describeStep(step: Step, real: unknown, ours: unknown): string[] {
  if (canonical(real) === canonical(ours)) return []
  const [left, right] = [flatten(real), flatten(ours)]
  const paths = [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path))
  const lines = paths
    .slice(0, 12)
    .flatMap((path) => [
      ...(left.has(path) ? [`      real ${path}: ${clip(left.get(path)!)}`] : []),
      ...(right.has(path) ? [`      ours ${path}: ${clip(right.get(path)!)}`] : []),
    ])
  const more = paths.length > 12 ? [`      … and ${paths.length - 12} more`] : []
  return [`    ${describeQuestion(step)}`, ...lines, ...more]
}

function describeQuestion(step: Step): string {
  switch (step.do) {
    case 'request':
      return `${step.method} ${step.path}${step.body === undefined ? '' : ` ${clip(JSON.stringify(step.body))}`}`
    case 'open watch':
      return `watch ${step.path}`
    case 'await watch':
    case 'close watch':
      return `what watch ${step.id} saw`
    case 'forget':
      return 'forget the past'
    case 'calls':
      return `what webhook ${step.hook} was asked`
  }
}

/** Every leaf with its path, so that only differences are shown. */
function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value) && value.length > 0) {
    value.forEach((item, at) => flatten(item, `${path}[${at}]`, into))
  } else if (isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, path === '' ? key : `${path}.${key}`, into)
  } else {
    into.set(path, JSON.stringify(value) ?? 'nothing')
  }
  return into
}

function clip(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text
}

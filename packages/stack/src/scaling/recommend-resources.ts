/** Recommends requests and limits from observed usage. Pure. */
import type { Sample } from './scaling-policy.ts'

/** The recommendation for one pod. */
export interface ResourceRecommendation {
  readonly requests: { readonly cpu?: string; readonly memory?: string }
  readonly limits: { readonly memory?: string }
}

/** The minimum number of samples. */
const fewestSamples = 10

const mebibyte = 1024 * 1024

/**
 * The recommendation for one pod, or `undefined` while there are too few samples.
 *
 * CPU: the 90th percentile plus 15 %. Memory: the maximum, plus 20 % as request and 50 % as limit, because a pod that exceeds its memory
 * is killed and one that exceeds its CPU is only throttled. Both are rounded up to steps, so that small load changes have no effect.
 */
export function recommendResources(
  { cpu, memory }: { readonly cpu: readonly Sample[]; readonly memory: readonly Sample[] },
  replicas: number,
): ResourceRecommendation | undefined {
  if (cpu.length < fewestSamples && memory.length < fewestSamples) return undefined
  const perPod = (samples: readonly Sample[]) =>
    samples.map(({ value }) => value / Math.max(1, replicas)).toSorted((a, b) => a - b)
  const cores = percentile(perPod(cpu), 0.9)
  const bytes = perPod(memory).at(-1)
  return {
    requests: {
      ...(cores !== undefined && cpu.length >= fewestSamples && { cpu: `${stepUp(cores * 1.15 * 1000, 25)}m` }),
      ...(bytes !== undefined &&
        memory.length >= fewestSamples && { memory: `${stepUp((bytes * 1.2) / mebibyte, 32)}Mi` }),
    },
    limits:
      bytes !== undefined && memory.length >= fewestSamples
        ? { memory: `${stepUp((bytes * 1.5) / mebibyte, 32)}Mi` }
        : {},
  }
}

function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

function stepUp(value: number, step: number): number {
  return Math.max(step, Math.ceil(value / step) * step)
}

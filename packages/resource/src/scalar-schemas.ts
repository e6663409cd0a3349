/** Scalars in Kubernetes notation. */
import { z } from 'zod'

/** A 32-bit integer. */
export function int32(): z.ZodInt32 {
  return z.int32()
}

/** An integer. Kubernetes stores 64 bits; JavaScript represents them exactly up to 2^53. */
export function int64(): z.ZodInt {
  return z.int()
}

/**
 * An integer or a string, such as a port by number or by name, or `maxSurge: 25%`.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * z.array(intOrString()).parse([80, 'http']) // => [80, 'http']
 * ```
 */
export function intOrString(): z.ZodUnion<[z.ZodInt, z.ZodString]> {
  return z.union([z.int(), z.string()])
}

/**
 * An amount of memory, CPU or storage: `'512Mi'`, `'250m'`, `2`.
 *
 * @example
 * ```ts
 * quantity().safeParse('1.5Gi').success // => true
 * quantity().safeParse('1.5 GB').success // => false
 * ```
 */
export function quantity(): z.ZodUnion<[z.ZodInt, z.ZodString]> {
  return z.union([z.int(), z.string().regex(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/)])
}

/**
 * A duration that `parseDuration` of `@kubewright/core` accepts: `'30s'`, `'1h30m'`, `'1.5d'`.
 *
 * @example
 * ```ts
 * duration().safeParse('90m').success // => true
 * duration().safeParse('90').success // => false
 * ```
 */
export function duration(): z.ZodString {
  return z.string().regex(/^(?:(?:\d+(?:\.\d+)?|\.\d+)(?:ms|s|m|h|d))+$/)
}

/** The name of a namespace, a Service or a container: at most 63 characters of `a-z`, `0-9` and `-`. */
export function dnsLabel(): z.ZodString {
  return z
    .string()
    .max(63)
    .regex(/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/)
}

/** The name of most objects, or a host: labels joined by dots, at most 253 characters. */
export function dnsSubdomain(): z.ZodString {
  return z
    .string()
    .max(253)
    .regex(/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/)
}

/** The claims of a service account token. */
import type { Draft } from '../../object/draft.ts'

export interface ObjectClaim {
  readonly name: string
  readonly uid?: string
}

/** The fields of `kubernetes.io`, in the order they are written. */
export interface KubernetesClaims {
  readonly namespace: string
  readonly node?: ObjectClaim
  readonly pod?: ObjectClaim
  readonly secret?: ObjectClaim
  readonly serviceaccount: ObjectClaim
  /** Seconds since the epoch. A client that uses the token later should have requested a new one. */
  readonly warnafter?: number
}

/** In the order they are written. Times are seconds since the epoch. */
export interface TokenClaims {
  readonly aud: readonly string[]
  readonly exp: number
  readonly iat: number
  readonly iss: string
  readonly jti: string
  readonly 'kubernetes.io': KubernetesClaims
  readonly nbf: number
  readonly sub: string
}

export function claimOf({ metadata }: Draft): ObjectClaim {
  return { name: metadata.name ?? '', ...(metadata.uid === undefined ? {} : { uid: metadata.uid }) }
}

/** The claims, if they are well-formed. A signature proves their origin, not their completeness. */
export function readClaims(claims: Readonly<Record<string, unknown>>): TokenClaims | undefined {
  const { aud, exp, iat, nbf, iss, jti, sub, 'kubernetes.io': kubernetes } = claims
  const hasTimes = [exp, iat, nbf].every((time) => typeof time === 'number')
  const hasTexts = [iss, jti, sub].every((text) => typeof text === 'string')
  const hasAudiences = Array.isArray(aud) && aud.every((audience) => typeof audience === 'string')
  return hasTimes && hasTexts && hasAudiences && isKubernetes(kubernetes)
    ? (claims as unknown as TokenClaims)
    : undefined
}

function isKubernetes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { namespace, serviceaccount, ...bound } = value as Record<string, unknown>
  return (
    typeof namespace === 'string' &&
    isObjectClaim(serviceaccount) &&
    ['pod', 'node', 'secret'].every((kind) => bound[kind] === undefined || isObjectClaim(bound[kind]))
  )
}

function isObjectClaim(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as ObjectClaim).name === 'string'
}

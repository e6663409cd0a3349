/**
 * Tokens of service accounts: issued here, and valid while the account and the object they are bound to exist.
 *
 * Tokens never appear in an error.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Clock } from '@kubewright/core'
import type { Ids } from '@kubewright/core/random'
import { goQuote } from '@kubewright/core/go'
import type { Draft } from '../../object/draft.ts'
import type { TokenVerdict, TokenVerifier } from '../authentication.ts'
import { quoteList } from '../rbac/rule-text.ts'
import {
  credentialIdKey,
  serviceAccountGroups,
  serviceAccountUser,
  type User,
  withAuthenticated,
} from '../../identity/user.ts'
import { isSignedBy, keyIdOf, readToken, type SigningKey, signToken, type TokenParts } from './json-web-token.ts'
import { type KubernetesClaims, type ObjectClaim, readClaims, type TokenClaims } from './token-claims.ts'

/** Kinds of objects that the validity of a token depends on. */
export type BoundKind = 'serviceaccounts' | 'pods' | 'secrets' | 'nodes'

export interface ServiceAccountTokensOptions {
  /** URL of the issuer: `https://kubernetes.default.svc`. */
  readonly issuer: string
  /** The audiences of this server. @default the issuer */
  readonly audiences?: readonly string[]
  /** A P-256 key. @default a new one */
  readonly key?: KeyObject
  readonly clock: Clock
  readonly ids: Ids
  /** Reads an object of the cluster; nodes have no namespace. */
  readonly find: (kind: BoundKind, namespace: string, name: string) => Draft | undefined
}

export interface TokenOrder {
  readonly kubernetes: KubernetesClaims
  readonly audiences: readonly string[]
  readonly seconds: number
}

export interface ServiceAccountTokens extends TokenVerifier {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly publicKey: KeyObject
  /** Signs a token. The caller validates the request. */
  issue(order: TokenOrder): { readonly token: string; readonly id: string }
}

export function createServiceAccountTokens(options: ServiceAccountTokensOptions): ServiceAccountTokens {
  const { issuer, audiences = [issuer], clock, ids } = options
  const keys = keysOf(options.key)
  return {
    issuer,
    audiences,
    publicKey: keys.publicKey,
    issue({ kubernetes, audiences: aud, seconds }) {
      const now = Math.floor(clock.now() / 1_000)
      const { namespace, serviceaccount } = kubernetes
      const sub = serviceAccountUser({ namespace, name: serviceaccount.name })
      const times = { exp: now + seconds, iat: now }
      const claims: TokenClaims = {
        aud,
        ...times,
        iss: issuer,
        jti: ids.uuid(),
        'kubernetes.io': kubernetes,
        nbf: now,
        sub,
      }
      return { token: signToken(claims, keys), id: claims.jti }
    },
    verify: (token, asked) => verifyToken(options, keys.publicKey, token, asked),
  }
}

function keysOf(privateKey: KeyObject | undefined): SigningKey {
  if (privateKey === undefined) return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

const nobody: TokenVerdict = { user: undefined, audiences: [] }

function verifyToken(
  options: ServiceAccountTokensOptions,
  key: KeyObject,
  token: string,
  asked: readonly string[],
): TokenVerdict {
  const parts = readToken(token)
  // Another issuer: another verifier may accept it.
  if (parts === undefined || parts.claims['iss'] !== options.issuer) return nobody
  const problem = signatureProblem(parts, key)
  if (problem !== undefined) return { ...nobody, error: problem }
  const claims = readClaims(parts.claims)
  if (claims === undefined) return { ...nobody, error: 'service account token claims could not be validated' }
  const meant = claims.aud.filter((audience) => asked.includes(audience))
  const error = meant.length === 0 ? otherAudience(claims.aud, asked) : claimProblem(options, claims)
  return error === undefined ? { user: userOf(claims), audiences: meant } : { ...nobody, error }
}

function signatureProblem(parts: TokenParts, key: KeyObject): string | undefined {
  const { kid } = parts.header
  if (typeof kid === 'string' && kid !== '' && kid !== keyIdOf(key)) return 'invalid signature, no keys found'
  return isSignedBy(parts, key) ? undefined : 'go-jose/go-jose: error in cryptographic primitive'
}

function otherAudience(meant: readonly string[], asked: readonly string[]): string {
  return `token audiences ${quoteList(meant)} is invalid for the target audiences ${quoteList(asked)}`
}

/** Tolerance for clock skew, and for deletions that are not visible everywhere yet. */
const leewaySeconds = 60

function claimProblem({ clock, find }: ServiceAccountTokensOptions, claims: TokenClaims): string | undefined {
  const now = clock.now() / 1_000
  if (now - leewaySeconds > claims.exp) return 'service account token has expired'
  if (now + leewaySeconds < claims.nbf) return 'service account token is not valid yet'
  if (now + leewaySeconds < claims.iat) return 'service account token is issued in the future'
  const { namespace, serviceaccount, secret, pod, node } = claims['kubernetes.io']
  const isGone = (object: Draft) => isDeletedBefore(object, now - leewaySeconds)
  const account = find('serviceaccounts', namespace, serviceaccount.name)
  if (account === undefined) return `serviceaccounts ${goQuote(serviceaccount.name)} not found`
  if (account.metadata.uid !== serviceaccount.uid) {
    return `service account UID (${account.metadata.uid}) does not match claim (${serviceaccount.uid})`
  }
  if (isGone(account)) return `service account ${namespace}/${serviceaccount.name} has been deleted`
  const boundTo = (kind: BoundKind, word: string, claim: ObjectClaim | undefined) =>
    claim && boundProblem(find(kind, kind === 'nodes' ? '' : namespace, claim.name), claim, word, isGone)
  // A pod's token names the pod's node, but does not depend on it.
  return (
    boundTo('secrets', 'secret', secret) ??
    boundTo('pods', 'pod', pod) ??
    (pod === undefined ? boundTo('nodes', 'node', node) : undefined)
  )
}

function boundProblem(
  object: Draft | undefined,
  claim: ObjectClaim,
  word: string,
  isGone: (object: Draft) => boolean,
): string | undefined {
  const { uid } = object?.metadata ?? {}
  if (object === undefined) return 'service account token has been invalidated'
  if (uid !== claim.uid) {
    return `${word} UID (${uid}) does not match service account ${word} ref claim (${claim.uid})`
  }
  return isGone(object) ? 'service account token has been invalidated' : undefined
}

function isDeletedBefore({ metadata }: Draft, seconds: number): boolean {
  return metadata.deletionTimestamp !== undefined && Date.parse(metadata.deletionTimestamp) / 1_000 < seconds
}

function userOf({ jti, 'kubernetes.io': { namespace, serviceaccount, pod, node } }: TokenClaims): User {
  const { name, uid } = serviceaccount
  return withAuthenticated({
    name: serviceAccountUser({ namespace, name }),
    ...(uid === undefined ? {} : { uid }),
    groups: serviceAccountGroups(namespace),
    extra: {
      [credentialIdKey]: [`JTI=${jti}`],
      ...extraOf('node', node),
      ...extraOf('pod', pod),
    },
  })
}

function extraOf(word: string, claim: ObjectClaim | undefined): Record<string, readonly string[]> {
  if (claim === undefined) return {}
  const name = { [`authentication.kubernetes.io/${word}-name`]: [claim.name] }
  return claim.uid === undefined ? name : { ...name, [`authentication.kubernetes.io/${word}-uid`]: [claim.uid] }
}

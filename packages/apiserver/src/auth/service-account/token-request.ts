/** `serviceaccounts/{name}/token`: issues a token with the requested lifetime and binding. */
import { goQuote } from '@kubewright/core/go'
import type { Codec } from '../../codec/codec.ts'
import type { Draft } from '../../object/draft.ts'
import type { ServerResponse } from '../../request/exchange.ts'
import { builtInMediaTypes, negotiate } from '../../request/negotiation.ts'
import { readWriteOptions, type WriteOptions } from '../../request/write-options.ts'
import { type FieldError, invalid } from '../../status/field-error.ts'
import { badRequest, conflict, invalidObject, notFound } from '../../status/failures.ts'
import { attributesOf, placeInNamespace } from '../../verbs/create.ts'
import { decodeObject, readBody } from '../../verbs/body.ts'
import type { Call } from '../../kinds/call.ts'
import { timestamp } from '../../object/timestamp.ts'
import { answer, encode } from '../../rendering/encode.ts'
import { recordWrite } from '../../verbs/writer.ts'
import type { BoundKind, ServiceAccountTokens } from './service-account-tokens.ts'
import { claimOf, type KubernetesClaims } from './token-claims.ts'

export interface TokenRequestParts {
  readonly tokens: ServiceAccountTokens
  /** The codec of `TokenRequest` in `authentication.k8s.io/v1`. */
  readonly codec: Codec
  readonly find: (kind: BoundKind, namespace: string, name: string) => Draft | undefined
}

interface TokenSpec {
  audiences?: readonly string[] | null
  expirationSeconds?: number | null
  boundObjectRef?: BoundReference | null
}

interface BoundReference {
  readonly kind?: string
  readonly apiVersion?: string
  readonly name?: string
  readonly uid?: string
}

const tokenRequest = { group: 'authentication.k8s.io', kind: 'TokenRequest' }

export function tokenRequestHandler(parts: TokenRequestParts): (call: Call) => Promise<ServerResponse> {
  return async (call) => {
    const { request } = call
    const accepted = negotiate(request, {
      renderings: ['Object'],
      mediaTypes: builtInMediaTypes,
    })
    const options = readWriteOptions('Create', request.query, request.headers['user-agent'])
    const order = await decodeObject(call, parts.codec, await readBody(call), options.fieldValidation)
    const issued = await issue(parts, call, order, options)
    return answer(201, encode(issued, accepted), accepted.mediaType)
  }
}

async function issue(parts: TokenRequestParts, call: Call, sent: Draft, options: WriteOptions): Promise<object> {
  fillSpec(sent)
  placeInNamespace(call, sent)
  const { settle: _settle, ...parent } = call.kind
  const kind = { ...parent, ...tokenRequest, version: 'v1' }
  await call.server.fields.load?.(kind)
  await recordWrite({ ...call, kind }, undefined, sent, options)
  const attributes = attributesOf(call, sent, undefined, options)
  await call.server.admission.admit(attributes)
  const order = attributes.object!
  const account = checkAccount(parts, call, order)
  const spec = order['spec'] as TokenSpec
  if (!spec.audiences || spec.audiences.length === 0) spec.audiences = parts.tokens.audiences
  const errors = lifetimeErrors(spec.expirationSeconds!)
  if (errors.length > 0) throw invalidObject(tokenRequest, '', errors)
  await call.server.admission.validate(attributes)
  const { token, id } = parts.tokens.issue(tokenOrder(parts, call, account, spec))
  call.annotations.set('authentication.kubernetes.io/issued-credential-id', `JTI=${id}`)
  return withToken(call, order, account, token)
}

/** The default lifetime is one hour. The audiences have no default here. */
function fillSpec(order: Draft): void {
  const spec = (order['spec'] ?? {}) as TokenSpec
  order['spec'] = { ...spec, expirationSeconds: spec.expirationSeconds ?? 3_600 }
}

function checkAccount({ find }: TokenRequestParts, { info }: Call, { metadata }: Draft): Draft {
  const { name = '', uid = '' } = metadata
  if (name !== '' && name !== info.name) {
    const why = 'must match the service account name if specified'
    throw invalidObject(tokenRequest, info.name, [invalid('metadata.name', name, why)])
  }
  const account = find('serviceaccounts', info.namespace, info.name)
  if (account === undefined) throw notFound({ group: '', resource: 'serviceaccounts' }, info.name)
  if (uid !== '' && uid !== account.metadata.uid) {
    const why = `the UID in the token request (${uid}) does not match the UID of the service account (${account.metadata.uid})`
    throw conflict({ group: tokenRequest.group, resource: tokenRequest.kind }, info.name, why)
  }
  return account
}

function lifetimeErrors(seconds: number): readonly FieldError[] {
  const field = 'spec.expirationSeconds'
  if (seconds < 600) return [invalid(field, seconds, 'may not specify a duration less than 10 minutes')]
  if (seconds > 2 ** 32) return [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
  return []
}

/** The lifetime that pods request by default: an hour and seven seconds. Such a token lives a year, for clients that never renew it. */
const extendedSeconds = 3_607
const yearSeconds = 365 * 24 * 3_600

function tokenOrder(parts: TokenRequestParts, call: Call, account: Draft, spec: TokenSpec) {
  const bound = spec.boundObjectRef ? claimsOfBound(parts, call, spec.boundObjectRef) : {}
  const audiences = spec.audiences!
  const isForUs = audiences.every((audience) => parts.tokens.audiences.includes(audience))
  const isExtended = bound.pod !== undefined && spec.expirationSeconds === extendedSeconds && isForUs
  const now = Math.floor(call.server.clock.now() / 1_000)
  const kubernetes: KubernetesClaims = {
    namespace: call.info.namespace,
    ...bound,
    serviceaccount: claimOf(account),
    ...(isExtended ? { warnafter: now + extendedSeconds } : {}),
  }
  return { kubernetes, audiences, seconds: isExtended ? yearSeconds : spec.expirationSeconds! }
}

type BoundClaims = Pick<KubernetesClaims, 'node' | 'pod' | 'secret'>

/** Kinds that a token can be bound to. */
const boundKinds = { Pod: 'pods', Node: 'nodes', Secret: 'secrets' } as const

function claimsOfBound(parts: TokenRequestParts, { info }: Call, reference: BoundReference): BoundClaims {
  const { kind = '', apiVersion = '', name = '', uid = '' } = reference
  const { group, version } = splitApiVersion(apiVersion)
  if (group !== '' || !Object.hasOwn(boundKinds, kind)) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
  }
  const plural = boundKinds[kind as keyof typeof boundKinds]
  const object = parts.find(plural, plural === 'nodes' ? '' : info.namespace, name)
  if (object === undefined) throw notFound({ group: '', resource: plural }, name)
  const claims = plural === 'pods' ? podClaims(parts, info.name, object) : { [kind.toLowerCase()]: claimOf(object) }
  if (uid !== '' && uid !== object.metadata.uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
    throw conflict({ group: '', resource: kind }, name, why)
  }
  return claims
}

/** An invalid API version counts as empty. */
function splitApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const [first = '', second, ...rest] = apiVersion.split('/')
  if (rest.length > 0) return { group: '', version: '' }
  return second === undefined ? { group: '', version: first } : { group: first, version: second }
}

/** The token of a pod also names its node, if that is known. */
function podClaims({ find }: TokenRequestParts, account: string, pod: Draft): BoundClaims {
  const { serviceAccountName = '', nodeName = '' } = (pod['spec'] ?? {}) as Record<string, string | undefined>
  if (serviceAccountName !== account) {
    const who = goQuote(account)
    throw badRequest(`cannot bind token for serviceaccount ${who} to pod running with different serviceaccount name.`)
  }
  if (nodeName === '') return { pod: claimOf(pod) }
  const node = find('nodes', '', nodeName)
  return { node: node === undefined ? { name: nodeName } : claimOf(node), pod: claimOf(pod) }
}

function withToken({ server }: Call, order: Draft, account: Draft, token: string): object {
  const { kind, apiVersion, metadata } = order
  const { audiences, expirationSeconds, boundObjectRef } = order['spec'] as TokenSpec
  const { name, namespace, uid } = account.metadata
  const nowMs = server.clock.now()
  const { labels, annotations, managedFields } = metadata
  return {
    kind,
    apiVersion,
    metadata: {
      name,
      namespace,
      uid,
      creationTimestamp: timestamp(nowMs),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(managedFields === undefined ? {} : { managedFields }),
    },
    spec: { audiences, expirationSeconds, boundObjectRef: boundObjectRef ?? null },
    status: { token, expirationTimestamp: timestamp(nowMs + expirationSeconds! * 1_000) },
  }
}

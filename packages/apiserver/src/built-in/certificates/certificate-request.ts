/** CertificateSigningRequests: requested by a client, approved or denied by an approver, issued by a signer. */
import type { CertificateSigningRequest } from '@kubewright/kubernetes/certificates/v1'
import { deepEqual } from '@kubewright/core/json'
import type { Writing } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { keepField } from '../built-in-strategy.ts'
import { duplicate, each, named, type Problems } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, none } from '../table/cells.ts'
import { splitList } from '../../validation/split-list.ts'
import { humanDuration } from '../table/human-duration.ts'

const as = unvalidated<CertificateSigningRequest>
type Conditions = NonNullable<NonNullable<Unvalidated<CertificateSigningRequest>['status']>['conditions']>

const usages = splitList(`
  any, cert sign, client auth, code signing, content commitment, crl sign, data encipherment, decipher only,
  digital signature, email protection, encipher only, ipsec end system, ipsec tunnel, ipsec user, key agreement,
  key encipherment, microsoft sgc, netscape sgc, ocsp signing, s/mime, server auth, signing, timestamping
`)

export const certificateSigningRequest: KindBehavior = {
  prepareForCreate(object, { user }) {
    const spec = (as(object).spec ??= {})
    for (const field of ['username', 'uid', 'groups', 'extra'] as const) delete spec[field]
    spec.username = user.name
    if (user.uid) spec.uid = user.uid
    if (user.groups.length > 0) spec.groups = [...user.groups]
    const { extra = {} } = user
    if (Object.keys(extra).length > 0) {
      spec.extra = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]))
    }
    as(object).status = {}
  },
  prepareForUpdate: (object, old) => keepField(object, old, 'spec'),
  validate: requestProblems,
  validateUpdate: (object, old) => updateProblems(object, old, { mayApprove: false, mayIssue: false }),
  status: {
    prepareForUpdate(object, old, writing) {
      const status = (as(object).status ??= {})
      const decided = (conditions: Conditions = []) => conditions.filter(({ type }) => isDecision(type))
      const others = (status.conditions ?? []).filter(({ type }) => !isDecision(type))
      const kept = decided(as(old).status?.conditions)
      if (decided(status.conditions).length === kept.length && kept.length > 0) status.conditions = [...kept, ...others]
      timeConditions(object, old, writing)
    },
    validateUpdate: (object, old) => updateProblems(object, old, { mayApprove: false, mayIssue: true }),
  },
  views: {
    approval: {
      resetFields: ['spec'],
      prepareForUpdate(object, old, writing) {
        timeConditions(object, old, writing)
        const conditions = as(object).status?.conditions
        keepField(object, old, 'spec')
        as(object).status = { ...as(old).status, ...(conditions === undefined ? {} : { conditions }) }
      },
      validateUpdate: (object, old) => updateProblems(object, old, { mayApprove: true, mayIssue: false }),
    },
  },
  selectableFields: { 'spec.signerName': (object) => as(object).spec?.signerName ?? '' },
  cells(object, nowMs) {
    const { signerName, username = '', expirationSeconds } = as(object).spec ?? {}
    const duration = expirationSeconds === undefined ? none : humanDuration(expirationSeconds * 1_000)
    return [object.metadata.name, ageOf(object, nowMs), signerName || none, username, duration, stateCell(object)]
  },
}

const isDecision = (type: string | undefined) => type === 'Approved' || type === 'Denied'

/** Fills the timestamps that clients may leave out of conditions. */
function timeConditions(object: Draft, old: Draft, { time }: Writing): void {
  for (const condition of as(object).status?.conditions ?? []) {
    condition.lastUpdateTime ||= time
    const before = as(old).status?.conditions?.find(
      ({ type, status }) => type === condition.type && status === condition.status,
    )
    condition.lastTransitionTime ||= before?.lastTransitionTime || time
  }
}

function* requestProblems(object: Draft): Problems {
  const { request = '', usages: asked = [], signerName = '', expirationSeconds } = as(object).spec ?? {}
  if (!isRequest(request)) {
    yield invalid('spec.request', request === '' ? null : request, 'PEM block type must be CERTIFICATE REQUEST')
  }
  if (asked.length === 0) yield required('spec.usages')
  for (const [usage, at] of each(asked, 'spec.usages'))
    if (!usages.includes(usage)) yield unsupported(at, usage, usages)
  for (const [index, usage] of asked.entries()) {
    if (asked.indexOf(usage) < index) yield duplicate(`spec.usages[${index}]`, usage)
  }
  if (signerName === 'kubernetes.io/legacy-unknown') {
    yield invalid('spec.signerName', signerName, 'the legacy signerName is not allowed via this API version')
  } else yield* signerProblems(signerName, 'spec.signerName')
  if (expirationSeconds !== undefined && expirationSeconds < 600) {
    const problem = 'may not specify a duration less than 600 seconds (10 minutes)'
    yield invalid('spec.expirationSeconds', expirationSeconds, problem)
  }
  yield* conditionProblems(as(object).status?.conditions)
}

function* signerProblems(name: string, path: string): Problems {
  const [domain = '', ...rest] = name.split('/')
  if (name === '') yield required(path)
  else if (rest.length !== 1) {
    yield invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")
  } else {
    yield* named('dns1123Subdomain', domain, path)
    for (const step of rest) yield* named('dns1123Subdomain', step, path)
  }
}

function isRequest(base64: string): boolean {
  return /-----BEGIN CERTIFICATE REQUEST-----/.test(Buffer.from(base64, 'base64').toString('latin1'))
}

function* conditionProblems(conditions: Conditions | undefined): Problems {
  const path = 'status.conditions'
  const seen = new Set<string>()
  for (const [{ type = '', status = '' }, at] of each(conditions, path)) {
    if (type === '') yield required(`${at}.type`)
    if (['Approved', 'Denied', 'Failed'].includes(type) && status !== 'True') {
      yield unsupported(`${at}.status`, status, ['True'])
    }
    if (isDecision(type) && seen.has(type === 'Approved' ? 'Denied' : 'Approved')) {
      yield invalid(`${at}.type`, type, 'Approved and Denied conditions are mutually exclusive')
    }
    if (seen.has(type)) yield duplicate(`${at}.type`, type)
    seen.add(type)
  }
}

interface Rights {
  readonly mayApprove: boolean
  readonly mayIssue: boolean
}

function* updateProblems(object: Draft, old: Draft, { mayApprove, mayIssue }: Rights): Problems {
  yield* requestProblems(object)
  const [now, before] = [as(object).status ?? {}, as(old).status ?? {}]
  const of = (conditions: Conditions | undefined, kind: string) =>
    (conditions ?? []).filter(({ type }) => type === kind)
  for (const type of ['Approved', 'Denied', 'Failed']) {
    const [have, had] = [of(now.conditions, type), of(before.conditions, type)]
    const refuse = (what: string) =>
      forbidden('status.conditions', `updates may not ${what} a condition of type "${type}"`)
    if (have.length < had.length) yield refuse('remove')
    if (mayApprove || type === 'Failed' || have.length < had.length) continue
    if (have.length > had.length) yield refuse('add')
    else if (!deepEqual(have, had)) yield refuse('modify')
  }
  if (now.certificate === before.certificate) return
  if (!mayIssue) yield forbidden('status.certificate', 'updates may not set certificate content')
  else if (before.certificate)
    yield forbidden('status.certificate', 'updates may not modify existing certificate content')
}

function stateCell(object: Draft): string {
  const { conditions, certificate } = as(object).status ?? {}
  const has = (type: string) => conditions?.some((condition) => condition.type === type) === true
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  return [decision, ...(has('Failed') ? ['Failed'] : []), ...(certificate ? ['Issued'] : [])].join(',')
}

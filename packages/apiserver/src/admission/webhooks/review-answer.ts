/** Decodes the answer of a webhook as the server's Go types would, and validates it. */
import { decodeJson } from '../../codec/json-decoder.ts'
import { goText } from '../../go/go-text.ts'
import type { StructType } from '../../go/go-type.ts'
import { NotJson } from '../../codec/json-text.ts'
import { describeNotJson } from '../../codec/not-json.ts'
import { ShapeSet } from '../../codec/shape-text.ts'
import { readTypeMeta } from '../../codec/type-meta.ts'
import { yamlToJson } from '../../codec/yaml-json.ts'
import { ValueProblem } from '../../go/value-problem.ts'
import type { Status } from '../../status/status.ts'
import type { ReviewVersion } from './review.ts'

export interface ReviewAnswer {
  readonly isAllowed: boolean
  readonly status: Partial<Status> | undefined
  /** A JSON patch, as text; empty if there is none. */
  readonly patch: string
  readonly patchType: string
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
}

/** The answer cannot be decoded. */
export class UnreadableAnswer extends Error {}
/** The answer can be decoded, but is invalid for this request. */
export class InvalidAnswer extends Error {}

const shapes = new ShapeSet()
shapes.add(
  'admission/v1',
  `
types.UID =string
PatchType =string
StatusReason =string
CauseType =string
TypeMeta kind?string apiVersion?string
ListMeta selfLink?string resourceVersion?string continue?string remainingItemCount?*int64
StatusCause reason?CauseType message?string field?string
StatusDetails name?string group?string kind?string uid?types.UID causes?[]StatusCause retryAfterSeconds?int32
Status ^TypeMeta metadata?ListMeta status?string message?string reason?StatusReason details?*StatusDetails code?int32
AdmissionResponse uid:types.UID allowed:bool status?*Status patch?[]uint8 patchType?*PatchType auditAnnotations?map[string]string warnings?[]string
AdmissionReview ^TypeMeta response?*AdmissionResponse
`,
)
const reviewType = shapes.type('admission/v1.AdmissionReview') as StructType

interface WrittenReview {
  readonly kind?: string
  readonly apiVersion?: string
  readonly response?: {
    readonly uid?: string
    readonly allowed?: boolean
    readonly status?: Partial<Status>
    readonly patch?: string
    readonly patchType?: string
    readonly auditAnnotations?: Readonly<Record<string, string>>
    readonly warnings?: readonly string[]
  } | null
}

export interface Asked {
  readonly uid: string
  readonly version: ReviewVersion
  readonly isMutating: boolean
}

/** Failure: throws `UnreadableAnswer` or `InvalidAnswer`. */
export async function readReviewAnswer(body: Buffer, asked: Asked): Promise<ReviewAnswer> {
  const review = await decodeReview(body, asked.version)
  const { response } = review
  if (!response) throw new InvalidAnswer('webhook response was absent')
  if (asked.version === 'v1') verify(review, response, asked)
  const patch = asked.isMutating ? (response.patch ?? '') : ''
  return {
    isAllowed: response.allowed ?? false,
    status: response.status,
    patch: Buffer.from(patch, 'base64').toString('utf8'),
    // v1beta1 has only one type of patch, so answers need not name it.
    patchType: asked.version === 'v1' ? (response.patchType ?? '') : 'JSONPatch',
    warnings: response.warnings ?? [],
    auditAnnotations: response.auditAnnotations ?? {},
  }
}

async function decodeReview(body: Buffer, version: ReviewVersion): Promise<WrittenReview> {
  const json = await jsonOf(goText(body))
  const meta = readTypeMeta(json)
  if (meta.problem !== undefined) throw unreadable(meta.problem)
  const { value, problem } = decodeJson(json, reviewType)
  checkKind(meta, version)
  if (problem !== undefined) throw new UnreadableAnswer(problem)
  return value as WrittenReview
}

/** Answers may be YAML, like request bodies. */
async function jsonOf(text: string): Promise<string> {
  if (/^\s*\{/.test(text)) {
    if (!isJson(text)) throw unreadable(describeNotJson(text))
    return text
  }
  try {
    return (await yamlToJson(text)).json
  } catch (error) {
    if (error instanceof ValueProblem) throw unreadable(error.message)
    throw error
  }
}

function isJson(text: string): boolean {
  try {
    decodeJson(text, reviewType)
    return true
  } catch (error) {
    if (error instanceof NotJson) return false
    throw error
  }
}

function unreadable(why: string): UnreadableAnswer {
  return new UnreadableAnswer(`couldn't get version/kind; json parse error: ${why}`)
}

/** Kinds without a group, which are registered everywhere. */
const machinery = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status']

/** An answer that declares its kind must declare one that the server's client has registered. */
function checkKind({ apiVersion, kind }: { apiVersion: string; kind: string }, version: ReviewVersion): void {
  if (apiVersion === '' || kind === '') return
  const known = ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1']
  const isReview = kind === 'AdmissionReview' && known.includes(apiVersion)
  if (isReview && apiVersion === `admission.k8s.io/${version}`) return
  if (isReview || (apiVersion === 'v1' && machinery.includes(kind))) {
    const from = `${apiVersion.replace(/^.*\//, '')}.${kind}`
    throw new UnreadableAnswer(`converting (${from}) to (${version}.AdmissionReview): unknown conversion`)
  }
  const shown = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`
  throw new UnreadableAnswer(`${shown} in scheme "pkg/runtime/scheme.go:111"`)
}

function verify(review: WrittenReview, response: NonNullable<WrittenReview['response']>, asked: Asked): void {
  const { uid = '' } = response
  if (uid !== asked.uid) {
    throw new InvalidAnswer(`expected response.uid=${JSON.stringify(asked.uid)}, got ${JSON.stringify(uid)}`)
  }
  const { apiVersion = '', kind = '' } = review
  if (apiVersion !== 'admission.k8s.io/v1' || kind !== 'AdmissionReview') {
    const got = `${apiVersion === '' ? '/' : apiVersion}, Kind=${kind}`
    throw new InvalidAnswer(`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${got}`)
  }
  const problem = patchProblem(response, asked.isMutating)
  if (problem !== undefined) throw new InvalidAnswer(problem)
}

function patchProblem(response: NonNullable<WrittenReview['response']>, isMutating: boolean): string | undefined {
  const { patch = '', patchType } = response
  if (!isMutating) {
    if (patch !== '') return 'validating webhook may not return response.patch'
    return patchType === undefined ? undefined : 'validating webhook may not return response.patchType'
  }
  if (patch !== '' && patchType === undefined) return 'webhook returned response.patch but not response.patchType'
  if (patch === '' && patchType !== undefined) return 'webhook returned response.patchType but not response.patch'
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined
}

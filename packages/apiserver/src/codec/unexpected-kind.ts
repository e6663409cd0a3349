/** Bodies that declare another kind or version than the endpoint expects. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import { goQuote } from '@kubewright/core/go'
import type { Decoded } from './codec.ts'
import { unhandled } from './decode-failure.ts'
import type { StructType } from '../go/go-type.ts'
import { loadShape } from './load-shapes.ts'

/** The name of the scheme in messages of a server built from Go modules; release builds show another line. */
const scheme = 'pkg/runtime/scheme.go:111'

/** Groups with a scheme of their own, which has hardly any other types. */
const apart = ['apiextensions.k8s.io', 'apiregistration.k8s.io', 'meta.k8s.io']

/** Kinds without a group that every scheme registers under `v1`. */
const machinery = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status']

/** A body that can be decoded as any type. */
export interface OtherBody {
  read(type: StructType): { readonly problem?: string | undefined; readonly strictErrors?: readonly string[] }
  /** The body as messages show it. */
  readonly shown: string
}

/**
 * The server decodes a body as the type it declares, and only then compares that with the expected one. If it is the
 * expected kind in another version, the caller reports the mismatch.
 *
 * Failure: a `DecodeFailure`.
 */
export async function decodeOther(
  expected: GroupVersionKind,
  given: GroupVersionKind,
  body: OtherBody,
): Promise<Decoded> {
  const refuse = (why: string) => unhandled(given, expected.kind, why)
  if (given.version === '') throw refuse(`Object 'apiVersion' is missing in '${body.shown}'`)
  if (!(await isRegistered(given, expected))) throw refuse(unregisteredText(given))
  const type = await loadShape(formatApiVersion(given), given.kind)
  const { problem, strictErrors = [] } = type === undefined ? {} : body.read(type)
  if (problem !== undefined) throw refuse(problem)
  if (!isConvertible(given, expected)) throw refuse(unknownConversionText(given, expected))
  return { object: { kind: given.kind, apiVersion: formatApiVersion(given), metadata: {} }, strictErrors }
}

/** Whether the scheme knows the kind, served or not. */
async function isRegistered(given: GroupVersionKind, expected: GroupVersionKind): Promise<boolean> {
  const { everywhere, registered } = await import('../generated/go-shapes/registered-kinds.ts')
  const apiVersion = formatApiVersion(given)
  const isApart = apart.includes(expected.group)
  if (isApart && given.group === expected.group) return given.kind.startsWith(expected.kind)
  if (!Object.hasOwn(registered, apiVersion)) return false
  if (isApart) return apiVersion === 'v1' && machinery.includes(given.kind)
  return `${everywhere} ${registered[apiVersion]}`.split(' ').includes(given.kind)
}

function unregisteredText(given: GroupVersionKind): string {
  return `no kind ${goQuote(given.kind)} is registered for version ${goQuote(formatApiVersion(given))} in scheme ${goQuote(scheme)}`
}

/** Whether both are versions of the same kind. */
function isConvertible(given: GroupVersionKind, expected: GroupVersionKind): boolean {
  if (given.kind !== expected.kind) return false
  return given.group === 'extensions' || packageOf(given) === packageOf(expected)
}

function unknownConversionText(given: GroupVersionKind, expected: GroupVersionKind): string {
  const [from, to] = [`${given.version}.${given.kind}`, `${packageOf(expected)}.${expected.kind}`]
  return `converting (${from}) to (${to}): unknown conversion`
}

/** Go packages are named after the first label of their group. Events of both groups convert to the internal type in `core`. */
function packageOf({ group }: GroupVersionKind): string {
  return group === '' || group === 'events.k8s.io' ? 'core' : group.split('.')[0]!
}

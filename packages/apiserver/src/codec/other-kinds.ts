/** Bodies that say they are of another kind or version than the one they were sent to. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core'
import type { Decoded } from '../kinds/served-kind.ts'
import { unhandled } from './decode-failure.ts'
import { goQuote } from './go-quote.ts'
import type { StructType } from './go-type.ts'
import { loadShape } from './load-shapes.ts'

/** How the registry of types calls itself in messages, in a server built from Go modules; releases name another line. */
const scheme = 'pkg/runtime/scheme.go:111'

/** Groups whose servers know their own types and little else. */
const apart = ['apiextensions.k8s.io', 'apiregistration.k8s.io', 'meta.k8s.io']

/** What belongs to no group and is known everywhere, as of `v1`. */
const machinery = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status']

/** A body that can be read as any type. */
export interface OtherBody {
  read(type: StructType): { readonly problem?: string | undefined; readonly strictErrors?: readonly string[] }
  /** How messages show it. */
  readonly shown: string
}

/**
 * The server reads a body as what it says it is, and only then sees that it is something else. If it is the right kind in
 * another version, it is left to the caller to say so.
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

/** Whether the server can read bodies of the kind, even if it serves no such thing. */
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

/** Whether both are the same thing at different times of its life. */
function isConvertible(given: GroupVersionKind, expected: GroupVersionKind): boolean {
  if (given.kind !== expected.kind) return false
  return given.group === 'extensions' || packageOf(given) === packageOf(expected)
}

function unknownConversionText(given: GroupVersionKind, expected: GroupVersionKind): string {
  const [from, to] = [`${given.version}.${given.kind}`, `${packageOf(expected)}.${expected.kind}`]
  return `converting (${from}) to (${to}): unknown conversion`
}

/** Go packages are named after the first label of their group; events have moved but are still kept where they were. */
function packageOf({ group }: GroupVersionKind): string {
  return group === '' || group === 'events.k8s.io' ? 'core' : group.split('.')[0]!
}

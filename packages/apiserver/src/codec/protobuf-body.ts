/**
 * Bodies in protobuf: a four-byte magic prefix, then an envelope with the type and the message. Go clients send built-in
 * kinds in this encoding unless configured otherwise.
 */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import { goQuote } from '@kubewright/core/go'
import type { Decoded } from './codec.ts'
import { unhandled, unrecognized } from './decode-failure.ts'
import { asDraft, isSameKind, type Target } from './decode-target.ts'
import { writeDecoded } from './draft-writer.ts'
import type { StructType } from '../go/go-type.ts'
import type { GoValue } from '../go/go-value.ts'
import { decodeOther } from './unexpected-kind.ts'
import { decodeProtobuf } from './protobuf-decoder.ts'
import { expectWire, numberOf, ProtobufWire, wireType } from './protobuf-wire.ts'
import { completeType } from './type-meta.ts'
import { ValueProblem } from '../go/value-problem.ts'

const prefix = Buffer.from('k8s\0')

/** Failure: a `DecodeFailure`. Protobuf ignores unknown fields, so there are no strict errors. */
export function decodeProtobufBody(target: Target, body: Buffer): Promise<Decoded> | Decoded {
  const { gvk, type } = target
  const envelope = openEnvelope(gvk, body)
  // An invalid apiVersion counts as missing.
  const given = completeType(envelope, gvk) ?? { ...gvk, kind: envelope.kind === '' ? gvk.kind : envelope.kind }
  const read = (as: StructType) => readMessage(envelope.message, as)
  if (!isSameKind(given, gvk)) return decodeOther(gvk, given, { read, shown: shownType(envelope) })
  const { value, problem } = read(type)
  if (problem !== undefined) throw unhandled(given, gvk.kind, problem)
  const whole = { kind: gvk.kind, apiVersion: formatApiVersion(gvk), ...value }
  return { object: asDraft(target, writeDecoded(type, whole)), strictErrors: [] }
}

const envelopeFields: Readonly<Record<number, string>> = {
  1: 'TypeMeta',
  2: 'Raw',
  3: 'ContentEncoding',
  4: 'ContentType',
}

interface Envelope {
  readonly apiVersion: string
  readonly kind: string
  readonly message: Buffer
}

function openEnvelope({ kind }: GroupVersionKind, body: Buffer): Envelope {
  const isMarked = body.subarray(0, prefix.length).equals(prefix)
  if (body.length === 0) throw unrecognized(kind, 'empty data', body)
  if (!isMarked) {
    const why = `provided data does not appear to be a protobuf message, expected prefix [${[...prefix].join(' ')}]`
    throw unrecognized(kind, why, body)
  }
  if (body.length === prefix.length) throw unrecognized(kind, 'empty body', body)
  try {
    return readEnvelope(body.subarray(prefix.length))
  } catch (error) {
    if (error instanceof ValueProblem) throw unrecognized(kind, error.message, body)
    throw error
  }
}

function readEnvelope(bytes: Buffer): Envelope {
  const wire = new ProtobufWire(bytes)
  const found = { apiVersion: '', kind: '', message: Buffer.alloc(0) as Buffer }
  const typeMeta = () => {
    while (!wire.isAtEnd) {
      const tag = wire.tag('TypeMeta')
      if (numberOf(tag) === 1) found.apiVersion = wire.string()
      else if (numberOf(tag) === 2) found.kind = wire.string()
      else wire.skip(tag)
    }
  }
  while (!wire.isAtEnd) {
    const tag = wire.tag('Unknown')
    const number = numberOf(tag)
    const field = envelopeFields[number]
    if (field !== undefined) expectWire(tag, wireType.bytes, field)
    if (number === 1) wire.within(typeMeta)
    else if (number === 2) found.message = wire.bytes()
    else wire.skip(tag)
  }
  return found
}

function readMessage(message: Buffer, type: StructType): { value: GoValue; problem?: string } {
  try {
    return { value: decodeProtobuf(message, type) }
  } catch (error) {
    if (error instanceof ValueProblem) return { value: {}, problem: error.message }
    throw error
  }
}

/** The TypeMeta in Go's `%#v` format. */
function shownType({ apiVersion, kind }: Envelope): string {
  return `runtime.TypeMeta{APIVersion:${goQuote(apiVersion)}, Kind:${goQuote(kind)}}`
}

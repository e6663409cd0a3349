/** The options of a deletion, from the body or, without one, from the query. */
import { decodeDeleteOptions } from '../codec/delete-options-body.ts'
import { type FieldError, fieldError, invalid } from '../status/field-error.ts'
import { invalidObject } from '../status/failures.ts'
import { acceptMediaType } from './body-media-type.ts'
import type { ServerRequest } from './exchange.ts'
import { builtInMediaTypes } from './negotiation.ts'
import { readInteger } from './list-options.ts'
import { checkDryRun } from './write-options.ts'

export type Propagation = 'Background' | 'Foreground' | 'Orphan'

export interface DeleteOptions {
  readonly isDryRun: boolean
  readonly gracePeriodSeconds: number | undefined
  readonly propagationPolicy: Propagation | undefined
  readonly orphanDependents: boolean | undefined
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string }
  /** As admission webhooks see them. */
  readonly written: Readonly<Record<string, unknown>>
}

interface Written {
  readonly dryRun?: readonly string[]
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: string
  readonly orphanDependents?: boolean
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

const policies: readonly string[] = ['Foreground', 'Background', 'Orphan']

export async function readDeleteOptions({ request }: { readonly request: ServerRequest }): Promise<DeleteOptions> {
  const bytes = await request.body()
  const written = bytes.length > 0 ? await readBody(bytes, request.headers['content-type']) : readQuery(request.query)
  const errors = errorsOf(written)
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors)
  return {
    isDryRun: (written.dryRun ?? []).length > 0,
    gracePeriodSeconds: written.gracePeriodSeconds,
    propagationPolicy: written.propagationPolicy as Propagation | undefined,
    orphanDependents: written.orphanDependents,
    preconditions: written.preconditions ?? {},
    written: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', ...written },
  }
}

async function readBody(bytes: Buffer, contentType: string | undefined): Promise<Written> {
  return decodeDeleteOptions({ bytes, mediaType: acceptMediaType(contentType, builtInMediaTypes) })
}

function readQuery(query: URLSearchParams): Written {
  const grace = readInteger(query, 'gracePeriodSeconds')
  const policy = query.get('propagationPolicy')
  const orphan = query.get('orphanDependents')
  return {
    ...(query.has('dryRun') ? { dryRun: query.getAll('dryRun') } : {}),
    ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(orphan === null ? {} : { orphanDependents: orphan !== 'false' && orphan !== '0' }),
  }
}

function errorsOf({ propagationPolicy, orphanDependents, dryRun = [] }: Written): readonly FieldError[] {
  const errors: FieldError[] = []
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set'
    errors.push(invalid('propagationPolicy', propagationPolicy, detail))
  }
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    const list = policies.map((policy) => JSON.stringify(policy)).join(', ')
    errors.push(
      fieldError('Unsupported value', 'propagationPolicy', propagationPolicy, `supported values: ${list}, "nil"`),
    )
  }
  return [...errors, ...checkDryRun(dryRun)]
}

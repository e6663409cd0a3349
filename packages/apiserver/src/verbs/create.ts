/** POST: a new object. */
import { deepClone } from '@kubewright/core/json'
import { nameSuffix } from '@kubewright/core/random'
import type { Attributes } from '../kinds/admission.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import { noteStoredForm, unreadForm } from '../object/hidden-form.ts'
import { validateMeta } from '../object/meta-rules.ts'
import { deduplicateOwners, fillSystemFields, wipeSystemFields } from '../object/system-fields.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { StaleWrite } from '../storage/errors.ts'
import type { Version } from '../storage/version.ts'
import {
  alreadyExists,
  badRequest,
  forbidden,
  invalidObject,
  methodNotAllowed,
  plainFailure,
} from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import { decodeObject, readBody } from './body.ts'
import { type Call, collectionOf, keyOf, subjectOf, writingOf } from '../kinds/call.ts'
import { timestamp } from '../object/timestamp.ts'
import { putObject } from './put-object.ts'
import { negotiateFor, respondWithObject, respondWithStored } from './respond.ts'
import { recordWrite } from './writer.ts'

/** The longest base of a generated name, with room for the suffix of five characters. */
const longestGeneratedBase = 58
const nameAttempts = 8
const beingDeleted = 'create not allowed while custom resource definition is terminating'

export async function create(call: Call): Promise<ServerResponse> {
  if (call.info.name !== '' && !call.kind.isCustom) throw methodNotAllowed()
  negotiateFor(call)
  const body = await readBody(call)
  const options = readWriteOptions('Create', call.request.query, call.request.headers['user-agent'])
  const object = await decodeObject(call, call.kind.codec, body, options.fieldValidation)
  wipeSystemFields(object)
  placeInNamespace(call, object)
  warnOfRepeatedOwners(call, object)
  await recordWrite(call, undefined, object, options)
  return createObject(call, object, options)
}

/** Creates an object whose managed fields are already recorded. Also used by apply and updates that create. */
export async function createObject(call: Call, object: Draft, options: WriteOptions): Promise<ServerResponse> {
  const attributes = attributesOf(call, object, undefined, options)
  if (call.kind.isTerminating) throw forbidden(subjectOf(call), attributes.name, beingDeleted)
  await call.server.admission.admit(attributes)
  const admitted = attributes.object!
  placeInNamespace(call, admitted)
  warnOfRepeatedOwners(call, admitted, true)
  for (let attempt = 1; ; attempt++) {
    // The name is generated after admission; a retry with another name starts from there.
    const candidate = isNamed(admitted) ? admitted : deepClone(admitted)
    fillSystemFields(candidate, call.server.ids.uuid(), timestamp(call.server.clock.now()))
    const isGenerated = nameIt(call, candidate)
    try {
      return await checkAndStore(call, candidate, attributes, options)
    } catch (error) {
      if (!(isGenerated && error instanceof StatusError && error.status.reason === 'AlreadyExists')) throw error
      if (attempt >= nameAttempts) throw notUnique(error)
    }
  }
}

/** Fills in the namespace from the URL. A different one in the body is a 400. */
export function placeInNamespace({ info, kind }: Call, object: Draft): void {
  const { namespace = '' } = object.metadata
  if (!kind.isNamespaced) {
    delete object.metadata.namespace
    return
  }
  if (namespace !== '' && namespace !== info.namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
  object.metadata.namespace = info.namespace
}

export function warnOfRepeatedOwners(call: Call, object: Draft, isAdmitted = false): void {
  const repeated = deduplicateOwners(object)
  if (repeated.length === 0) return
  const when = isAdmitted ? ' after mutating admission happens' : ''
  call.warnings.add(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.join(', ')}`,
  )
}

async function checkAndStore(
  call: Call,
  object: Draft,
  attributes: Attributes,
  options: WriteOptions,
): Promise<ServerResponse> {
  const { kind } = call
  kind.strategy.prepareForCreate(object, writingOf(call))
  await refuseInvalid(call, object)
  for (const warning of (await kind.strategy.warnings?.(object, undefined)) ?? []) call.warnings.add(warning)
  // An update or apply that creates the object also needs permission to create it.
  if (call.info.verb !== 'create') await call.allow?.({ ...call.info, verb: 'create' })
  await call.server.admission.validate({ ...attributes, name: attributes.name || object.metadata.name!, object })
  const stored = await kind.storage.write(object)
  call.server.admission.confirm(attributes)
  const version = await store(call, stored, options)
  if (version !== undefined && kind.isCustom && stored.apiVersion === object.apiVersion) {
    noteStoredForm(version, unreadForm(object), stored)
  }
  if (version !== undefined) return respondWithStored(call, version, 201)
  const [shown] = await kind.storage.read([stored])
  return respondWithObject(call, 201, shown!)
}

export function attributesOf(
  call: Call,
  object: Draft | undefined,
  old: Draft | undefined,
  options: WriteOptions,
): Attributes {
  const { kind, info, user, warnings, annotations } = call
  return {
    operation: old === undefined ? 'CREATE' : 'UPDATE',
    kind,
    subresource: info.subresource,
    namespace: kind.isNamespaced ? info.namespace : '',
    name: info.name || (object?.metadata.name ?? ''),
    ...(info.name === '' ? {} : { nameInPath: info.name }),
    user,
    isDryRun: options.isDryRun,
    options: {
      kind: old === undefined ? 'CreateOptions' : 'UpdateOptions',
      apiVersion: 'meta.k8s.io/v1',
      ...writtenOptions(call.request.query),
    },
    object,
    oldObject: old,
    warn: (text) => void warnings.add(text),
    annotate: (key, value) => void annotations.set(key, value),
  }
}

/** The write options that the caller set explicitly. */
function writtenOptions(query: URLSearchParams) {
  const dryRun = query.getAll('dryRun').filter((value) => value !== '')
  const [fieldManager = '', fieldValidation = ''] = ['fieldManager', 'fieldValidation'].map(
    (key) => query.get(key) ?? '',
  )
  return {
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(fieldManager === '' ? {} : { fieldManager }),
    ...(fieldValidation === '' ? {} : { fieldValidation }),
  }
}

async function refuseInvalid({ kind }: Call, object: Draft): Promise<void> {
  const scope = { isNamespaced: kind.isNamespaced, nameProblems: (name: string) => kind.strategy.nameProblems(name) }
  const errors = [...validateMeta(object, scope), ...(await kind.strategy.validate(object))]
  if (errors.length > 0) throw invalidObject(kind, object.metadata.name ?? '', errors)
}

/** `undefined` for a dry run. */
async function store(call: Call, object: Draft, { isDryRun }: WriteOptions): Promise<Version | undefined> {
  const { kind, info } = call
  const name = object.metadata.name!
  const collection = collectionOf(call)
  const key = keyOf(kind, info.namespace, name)
  const existing = collection.read(key)
  if (existing !== undefined) throw duplicate(call, name, draftOf(existing.object.text))
  if (isDryRun) return undefined
  refuseVersion(call, object)
  try {
    const version = await putObject(call, key, undefined, object)
    call.server.store.trim(collection)
    return version
  } catch (error) {
    if (error instanceof StaleWrite) throw alreadyExists(subjectOf(call), name)
    throw error
  }
}

/** A new object must not have a resourceVersion. Updates and applies that create are not checked. */
function refuseVersion({ info }: Call, { metadata: { resourceVersion = '0' } }: Draft): void {
  if (info.verb !== 'create' || !/^\d+$/.test(resourceVersion) || Number(resourceVersion) === 0) return
  throw plainFailure('resourceVersion should not be set on objects to be created')
}

function duplicate(call: Call, name: string, existing: Draft): StatusError {
  const plain = alreadyExists(subjectOf(call), name)
  if (existing.metadata.deletionTimestamp === undefined) return plain
  return new StatusError(409, 'AlreadyExists', `object is being deleted: ${plain.message}`, plain.status.details)
}

const isNamed = ({ metadata }: Draft) => (metadata.name ?? '') !== ''

/** Generates a name from `generateName`, if there is no name. */
function nameIt({ server }: Call, object: Draft): boolean {
  const { name = '', generateName = '' } = object.metadata
  if (name !== '' || generateName === '') return false
  object.metadata.name = `${generateName.slice(0, longestGeneratedBase)}${nameSuffix(5, server.random)}`
  return true
}

function notUnique(error: StatusError): StatusError {
  const message = `${error.message}, the server was not able to generate a unique name for the object`
  return new StatusError(409, 'AlreadyExists', message, { ...error.status.details, retryAfterSeconds: 1 })
}

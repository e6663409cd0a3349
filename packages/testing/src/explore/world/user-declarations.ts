/** Records what the user declares in a run, by object: the stored objects are read before and after each write of the user. */
import type { Transport, TransportRequest } from '@kubewright/client/transport'
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { CallName } from '../../requests/call-name.ts'
import { splitCollection } from '../../requests/cluster-place.ts'
import { declarationAfter, type DeclaringWrite } from '../state/declaration.ts'
import { pathOf } from '../state/listed-objects.ts'

interface Known {
  readonly declared: JsonObject
  /** The body of the last apply. */
  readonly applied?: JsonObject | undefined
}

type Answered = { readonly status: number; readonly text: string }

export class UserDeclarations {
  /** By uid. */
  readonly #known = new Map<string, Known>()
  readonly #stored: (collection: string) => string

  /** @param stored maps a collection of any version to the one under which its objects are listed */
  constructor(stored: (collection: string) => string = (collection) => collection) {
    this.#stored = stored
  }

  /** The declaration of an object that the user created. */
  of(uid: string): JsonObject | undefined {
    return this.#known.get(uid)?.declared
  }

  /** Performs a write of the user with `send`, and records what it declares. */
  async around<Answer extends Answered>(
    server: Transport,
    call: CallName,
    request: TransportRequest,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const type = typeOf(call, request)
    if (type === undefined) return await send()
    const read = (metadata: Named) => objectAt(server, pathOf(this.#collectionOf(call), metadata))
    const { namespace, name } = call
    const before = type === 'create' || name === undefined ? undefined : await read({ namespace, name })
    const answer = await send()
    if (answer.status < 200 || answer.status >= 300) return answer
    const { metadata } = parsed(answer.text) as { readonly metadata?: Named }
    const after = metadata === undefined ? undefined : await read(metadata)
    if (after !== undefined) this.#note(call, { type, sent: this.#comparable(call, request), before, after })
    return answer
  }

  #note({ resource }: CallName, write: DeclaringWrite): void {
    const uid = uidOf(write.after)
    const known = uidOf(write.before) === uid ? this.#known.get(uid) : undefined
    // The operator created the object.
    if (known === undefined && write.before !== undefined) return
    const isWhole = !resource.includes('/')
    const declared = declarationAfter(known?.declared, isWhole ? { ...write, applied: known?.applied } : scaling(write))
    const isApplied = isWhole && write.type === 'apply' && isJsonObject(write.sent)
    this.#known.set(uid, { declared, applied: isApplied ? (write.sent as JsonObject) : known?.applied })
  }

  #collectionOf({ collection }: CallName): string {
    return splitCollection(this.#stored(collection)).collection
  }

  #comparable({ collection, resource }: CallName, { body }: TransportRequest): JsonValue | undefined {
    if (this.#stored(collection) !== collection || typeof body !== 'string') return undefined
    const sent = parsed(body)
    // A scale has the number of replicas where almost every kind has it.
    if (!isJsonObject(sent) || !resource.includes('/')) return sent
    return sent['spec'] === undefined ? {} : { spec: sent['spec'] }
  }
}

interface Named {
  readonly name: string
  readonly namespace?: string | undefined
}

/** `undefined` for writes that declare nothing: of another subresource than the scale, deletions, dry runs. */
function typeOf({ verb, resource }: CallName, { path, headers }: TransportRequest): DeclaringWrite['type'] | undefined {
  const [, subresource] = resource.split('/')
  const isDeclaring = subresource === undefined || subresource === 'scale'
  if (!isDeclaring || /[?&]dryRun=/.test(path)) return undefined
  if (verb === 'create' || verb === 'update' || verb === 'apply') return verb
  if (verb !== 'patch') return undefined
  const type = headers['content-type'] ?? ''
  return type.includes('json-patch') ? 'json' : type.includes('strategic') ? 'strategic' : 'merge'
}

/** Even an update of a scale sets only one field of the object. */
function scaling(write: DeclaringWrite): DeclaringWrite {
  return { ...write, type: write.type === 'json' ? 'json' : 'merge' }
}

async function objectAt(server: Transport, path: string): Promise<JsonObject | undefined> {
  const response = await server.send({ method: 'GET', path, headers: { accept: 'application/json' } })
  const text = await response.body.text()
  const object = response.status === 200 ? parsed(text) : undefined
  return isJsonObject(object) ? object : undefined
}

function uidOf(object: JsonObject | undefined): string {
  return (object?.['metadata'] as { readonly uid?: string } | undefined)?.uid ?? ''
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return {} // YAML: its fields are those that changed
  }
}

/** The agent: an HTTP server that runs one operation at a time, each once. All decisions are the controllers'. See decision 0372. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { BackupOperation, OperationResult, OperationState } from '../backup-operation.ts'
import { agentPort } from '../names.ts'
import { type AgentEnvironment, type AgentSettings, readAgentSettings } from './agent-settings.ts'
import { backUp } from './back-up.ts'
import { putBack, RestoreRefusal } from './put-back.ts'
import { Repository } from './repository.ts'

export type { AgentEnvironment } from './agent-settings.ts'

/** Options of the backup agent. */
export interface AgentOptions {
  /** @default process.env */
  readonly environment?: AgentEnvironment
  /** The restic program. @default 'restic' */
  readonly restic?: string
  /** @default 8790 */
  readonly port?: number
  /** Resolves a host, for a restic that cannot do it itself. @default the host itself */
  readonly addressOf?: (host: string) => Promise<string>
}

/** A started agent. Disposing it closes the server, and waits for the accepted operations. */
export interface RunningAgent extends AsyncDisposable {
  readonly url: string
}

const mostBody = 64 * 1024
/** How many finished operations are kept. */
const mostEnded = 100

/** Failure: rejects if a variable is missing, or the port is in use. */
export async function startBackupAgent(options: AgentOptions = {}): Promise<RunningAgent> {
  const settings = readAgentSettings(options.environment ?? process.env)
  const operations = new Operations(settings, repositoryFor(settings, options))
  // Decision 0426: importing `node:http` would load much more.
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer((request, response) => void answer(request, response, { settings, operations }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? agentPort, settings.host, resolve)
  })
  const { port } = server.address() as { readonly port: number }
  const host = settings.host ?? 'localhost'
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await operations.idle()
    },
  }
}

function repositoryFor({ environment }: AgentSettings, { restic = 'restic', addressOf }: AgentOptions): Repository {
  const place = environment['RESTIC_REPOSITORY']!
  return new Repository(async () => ({
    program: restic,
    environment: { ...environment, RESTIC_REPOSITORY: await located(place, addressOf) },
  }))
}

async function located(repository: string, addressOf: AgentOptions['addressOf']): Promise<string> {
  if (addressOf === undefined) return repository
  const url = new URL(repository.replace(/^s3:/, ''))
  url.hostname = await addressOf(url.hostname)
  return `s3:${url.href}`
}

/** Operations by id, in order of arrival. */
class Operations {
  readonly #states = new Map<string, OperationState>()
  readonly #settings: AgentSettings
  readonly #repository: Repository
  #last: Promise<void> = Promise.resolve()

  constructor(settings: AgentSettings, repository: Repository) {
    this.#settings = settings
    this.#repository = repository
  }

  /** A failed operation is retried; a finished or running one is not. */
  ask(id: string, operation: BackupOperation): OperationState {
    const known = this.#states.get(id)
    if (known !== undefined && known.state !== 'failed') return known
    this.#states.set(id, { state: 'running' })
    const run = this.#last.then(() => this.#run(id, operation))
    this.#last = run.then((state) => this.#end(id, state))
    // The failure is reported once before the next attempt.
    return known ?? { state: 'running' }
  }

  idle(): Promise<void> {
    return this.#last
  }

  async #run(id: string, operation: BackupOperation): Promise<OperationState> {
    try {
      return { state: 'succeeded', result: await this.#perform(id, operation) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      console.error(`${operation.kind} of ${operation.source} (backup ${operation.backup}) failed: ${reason}`)
      return { state: error instanceof RestoreRefusal ? 'refused' : 'failed', reason }
    }
  }

  #perform(id: string, operation: BackupOperation): Promise<OperationResult> {
    const { volumes, token, hooks } = this.#settings
    const repository = this.#repository
    if (operation.kind === 'backup') return backUp(operation, volumes, { repository, hooks })
    return putBack(operation, volumes, { repository, restore: id, key: token })
  }

  #end(id: string, state: OperationState): void {
    this.#states.delete(id)
    this.#states.set(id, state)
    for (const [old, { state: how }] of this.#states) {
      if (this.#states.size <= mostEnded) return
      if (how !== 'running') this.#states.delete(old)
    }
  }
}

interface AgentParts {
  readonly settings: AgentSettings
  readonly operations: Operations
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: AgentParts): Promise<void> {
  const [status, body] = await judge(request, parts).catch(
    (error: unknown) => [400, { reason: String(error) }] as const,
  )
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

async function judge(
  request: IncomingMessage,
  { settings, operations }: AgentParts,
): Promise<readonly [number, unknown]> {
  if (!isAllowed(request.headers.authorization, settings.token)) return [401, { reason: 'the token is wrong' }]
  const id = /^\/operations\/([\w.-]{1,128})$/.exec(request.url ?? '')?.[1]
  if (id === undefined || request.method !== 'PUT') return [404, { reason: 'there is only PUT /operations/<id>' }]
  return [200, operations.ask(id, parseOperation(await readText(request)))]
}

function isAllowed(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

/** Accepts only what the controllers send: the token's holder is trusted, but names become arguments of restic. */
function parseOperation(text: string): BackupOperation {
  const operation = JSON.parse(text) as BackupOperation
  for (const word of [operation.backup, operation.owner, operation.source]) {
    if (typeof word !== 'string' || !/^[a-z0-9][\w.-]{0,252}$/.test(word)) throw new Error('the operation is malformed')
  }
  if (operation.kind === 'backup' || operation.kind === 'restore') return operation
  throw new Error('the operation is neither backup nor restore')
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > mostBody) throw new Error('the operation is too large')
  }
  return text
}

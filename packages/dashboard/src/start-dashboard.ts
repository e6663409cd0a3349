/**
 * Serves the dashboard on the loopback interface: its page, and the versioned API the page is built on.
 *
 * Guarantees
 * - Nothing is collected without viewers.
 * - Only this machine can connect, only with its own host name, and only pages of this server may send requests.
 * - It is read-only unless it was started with allowed actions.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client } from '@kubewright/client'
import { type Clock, type Logger, silentLogger, systemClock } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import type { Manager } from '@kubewright/manager'
import { AccessGuard, clusterReviews } from '@kubewright/manager/access'
import { runAction } from './actions.ts'
import { type ClusterObjects, clusterObjects } from './cluster-objects.ts'
import { clusterTopics } from './cluster-topics.ts'
import { dashboardErrors } from './errors.ts'
import type { ExplorationSource } from './exploration.ts'
import { ExplorationRunner } from './exploration-runner.ts'
import { answerError, answerJson, readBody } from './http-answer.ts'
import { apiVersionOf, parseKindPath } from './kind-path.ts'
import type { MetricFetch } from './metric-source.ts'
import { objectTopics } from './object-topics.ts'
import { type Operator, operatorOf } from './operator.ts'
import { PageFiles, securityHeaders } from './page-files.ts'
import { pagesTopic } from './pages-topic.ts'
import { refusalOf } from './request-check.ts'
import { type RingFilter, ringTopic } from './ring-topic.ts'
import { schemaOf } from './schema-tree.ts'
import { type ShardControl, shardProcessTopic } from './shard-control.ts'
import { stackTopics } from './stack-topics.ts'
import { type AllowedAction, interfaceVersion, type ServerInfo } from './stream-event.ts'
import { firstTopic, type TopicSource } from './topic.ts'
import { TopicHub } from './topic-hub.ts'
import { aliveEveryMs, streamTopics } from './viewer-stream.ts'

/** Options of `startDashboard`. */
export interface DashboardOptions {
  /** The operators of this process. @default none */
  readonly manager?: Manager
  /** Operators in another process, instead of a manager. @default none */
  readonly operator?: Operator
  /**
   * The cluster whose objects and shards are shown, with this client's permissions. Viewers see what it may read.
   *
   * @default the manager's client if `access` is 'open'; otherwise none, and no objects are shown
   */
  readonly client?: Client
  /** 0 for any free port. @default 8790 */
  readonly port?: number
  /** A loopback address; reach a dashboard in a pod with `kubectl port-forward`. @default '127.0.0.1' */
  readonly host?: '127.0.0.1' | '::1' | 'localhost'
  /**
   * Who may view: everyone who can connect, or holders of a token that the cluster allows to `get` the path `/dashboard`, and to `post` to
   * `/dashboard/actions/NAME` for each action. Uses the same access reviews as metrics.
   *
   * @default 'authorized' inside a pod, 'open' elsewhere
   */
  readonly access?: 'open' | 'authorized'
  /** Actions that viewers may take. @default nothing */
  readonly allow?: readonly AllowedAction[]
  /** The title of the page. @default 'kubewright' */
  readonly name?: string
  /** Whether there are pages that work on input from the viewer, such as *Protocols*. @default false */
  readonly tools?: boolean
  /** The shard rings to show. @default all */
  readonly rings?: RingFilter
  /**
   * Queries the InfluxDB of a Monitoring at the URL in its spec. Set it if the program itself can reach InfluxDB: that URL is in an object
   * that others may write.
   *
   * @default the API server passes the question to the Service that the address names, with the rights of the client
   */
  readonly metrics?: MetricFetch
  /** Explorations that viewers may run if `explore` is allowed. @default none */
  readonly explorations?: ExplorationSource
  /** Shards that this program runs, and that viewers may kill if `shards` is allowed. @default none */
  readonly shards?: ShardControl
  /** @default none */
  readonly log?: Logger
  /** @default systemClock */
  readonly clock?: Clock
}

/** A dashboard that is being served; disposing it closes its port and all connections. */
export interface Dashboard extends AsyncDisposable {
  /** `http://127.0.0.1:8790/` */
  readonly url: string
}

/**
 * Serves a dashboard until the result is disposed.
 *
 * Failure: `KW_DASHBOARD_PORT` if the port cannot be opened, `KW_DASHBOARD_OPTION` for invalid options.
 *
 * @example
 * ```text
 * const manager = createManager({ connection, controllers })
 * await using _dashboard = await startDashboard({ manager, port: 8790 })
 * await manager.run(untilSignal('SIGTERM', 'SIGINT'))
 * ```
 */
export async function startDashboard(options: DashboardOptions): Promise<Dashboard> {
  const site = new Site(options)
  // Decision 0426: importing `node:http` would load much more.
  const server = process
    .getBuiltinModule('node:http')
    .createServer(limits, (request, response) => site.serve(request, response))
  await opened(server, options)
  site.prepare()
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await site[Symbol.asyncDispose]()
    },
  }
}

/** The port of the dashboard if none is given. */
export const defaultPort = 8_790
const hosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])
const limits = { maxHeaderSize: 32 * 1_024, headersTimeout: 10_000, requestTimeout: 30_000 } as const
const mostTopics = 16
const longestTopic = 1_000
const mostViewers = 64

class Site implements AsyncDisposable {
  readonly #options: DashboardOptions
  readonly #clock: Clock
  readonly #log: Logger
  readonly #operator: Operator | undefined
  readonly #cluster: ClusterObjects | undefined
  readonly #explorations: ExplorationRunner | undefined
  readonly #hub: TopicHub
  readonly #guard: AccessGuard | undefined
  readonly #files = new PageFiles()
  /** Changes with a restart, so that pages detect that their data may be from another process. */
  readonly #run = randomBytes(8).toString('hex')
  #viewers = 0

  constructor(options: DashboardOptions) {
    checkOptions(options)
    const { manager, clock = systemClock, log = silentLogger } = options
    this.#options = options
    this.#clock = clock
    this.#log = log
    this.#operator = options.operator ?? (manager === undefined ? undefined : operatorOf(manager, clock))
    const isOpen = accessOf(options) === 'open'
    const client = options.client ?? (isOpen ? manager?.client : undefined)
    this.#cluster = client === undefined ? undefined : clusterObjects(client, clock)
    const { explorations } = options
    this.#explorations = explorations === undefined ? undefined : new ExplorationRunner(explorations, clock)
    const reviewer = manager?.client ?? options.client
    this.#guard = isOpen ? undefined : new AccessGuard({ reviews: clusterReviews(reviewer!), clock, log })
    this.#hub = new TopicHub(this.#topics(), clock)
  }

  prepare(): void {
    this.#files.prepare()
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const work = this.#serve(request, response).catch((error: unknown) => {
      const path = request.url?.split('?')[0]
      this.#log.debug('a request to the dashboard failed', { method: request.method, path, error })
      answerError(response, error)
    })
    void track('serve the dashboard', work)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#explorations?.[Symbol.asyncDispose]()
    await this.#cluster?.[Symbol.asyncDispose]()
  }

  #topics(): TopicSource {
    const [cluster, explorations] = [this.#cluster, this.#explorations]
    const { rings, shards, metrics, tools = false } = this.#options
    const pages = { operator: this.#operator, cluster, explorations, clock: this.#clock, hasTools: tools }
    const none: TopicSource = () => undefined
    const own: TopicSource = (name, parameter) => {
      if (parameter !== '') return undefined
      if (name === 'pages') return pagesTopic(pages)
      if (name === 'shard-processes' && shards !== undefined) return shardProcessTopic(shards, this.#clock)
      return name === 'rings' && cluster !== undefined ? ringTopic(cluster.client, cluster.clock, rings) : undefined
    }
    const ofCluster =
      cluster === undefined ? [] : [objectTopics(cluster), stackTopics(cluster, metrics), clusterTopics(cluster)]
    return firstTopic([this.#operator?.topics ?? none, own, explorations?.topics ?? none, ...ofCluster])
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const nonce = randomBytes(16).toString('base64')
    for (const [name, value] of Object.entries(securityHeaders(nonce))) response.setHeader(name, value)
    const refusal = refusalOf({
      method,
      host: headers.host,
      origin: headers.origin,
      site: headers['sec-fetch-site'] as string | undefined,
      contentType: headers['content-type'],
    })
    if (refusal !== undefined) return answerJson(response, refusal.status, { message: refusal.message })
    const url = parseUrl(request.url)
    if (url === undefined) return answerJson(response, 400, { message: 'The path is not valid.' })
    if (!url.pathname.startsWith('/api/')) return this.#page(url.pathname, nonce, response)
    await this.#interface(url, request, response)
  }

  /** The page's files contain no cluster data: they are served without authentication, to ask for a token. */
  async #page(path: string, nonce: string, response: ServerResponse): Promise<void> {
    const name = path === '/' ? 'index.html' : path.slice(1)
    const file = await this.#files.read(name)
    if (file === undefined) return answerJson(response, 404, { message: 'There is no such page.' })
    response.writeHead(200, { 'content-type': file.contentType })
    response.end(name === 'index.html' ? file.body.toString('utf8').replaceAll('{{nonce}}', nonce) : file.body)
  }

  async #interface(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , version, what = '', ...rest] = url.pathname.split('/')
    if (version !== `v${interfaceVersion}`) {
      return answerJson(response, 404, {
        message: `Unknown API version in the path: this dashboard serves v${interfaceVersion}.`,
      })
    }
    const isAction = what === 'actions'
    if (isAction !== (request.method === 'POST'))
      return answerJson(response, 405, { message: 'The method is not allowed for this path.' })
    const guarded = isAction ? `/dashboard/actions/${rest.join('/')}` : '/dashboard'
    if (await this.#isRefused(guarded, request, response)) return
    if (isAction) return this.#act(rest.join('/'), request, response)
    if (what === 'server') return answerJson(response, 200, this.#info())
    if (what === 'stream') return this.#stream(url, response)
    if (what === 'schema') return this.#schema(url, response)
    answerJson(response, 404, { message: 'Not found.' })
  }

  async #isRefused(
    path: string,
    { method = '', headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const { authorization } = headers
    const refused = await this.#guard?.refusal({ path, method, authorization })
    if (refused === undefined) return false
    answerJson(response, refused.status, { message: String(refused.body).trim() })
    return true
  }

  async #act(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { allow: allows = [], shards } = this.#options
    const parts = { operator: this.#operator, cluster: this.#cluster, explorations: this.#explorations, shards, allows }
    const body = await readBody(request)
    const result = await runAction(name, body, parts)
    this.#log.info('dashboard action executed', { action: name, ...subjectOf(body) })
    answerJson(response, 200, { result: result ?? null })
  }

  #stream(url: URL, response: ServerResponse): void {
    const topics = [...new Set(url.searchParams.getAll('topic'))]
    if (topics.length > mostTopics || topics.some(({ length }) => length > longestTopic)) {
      return answerJson(response, 400, { message: `At most ${mostTopics} topics, of ${longestTopic} characters each.` })
    }
    if (this.#viewers >= mostViewers)
      return answerJson(response, 503, { message: 'Too many open connections to the dashboard.' })
    this.#viewers++
    response.once('close', () => this.#viewers--)
    streamTopics(response, { hub: this.#hub, clock: this.#clock, topics, server: this.#info() })
  }

  async #schema(url: URL, response: ServerResponse): Promise<void> {
    const kind = parseKindPath(url.searchParams.get('kind') ?? '')
    if (kind === undefined || this.#cluster === undefined) {
      return answerJson(response, 404, { message: 'There is no such kind.' })
    }
    const resource = await this.#cluster.find(kind) // a served kind: prevents arbitrary paths
    const path = `/openapi/v3/${resource.group === '' ? 'api' : 'apis'}/${apiVersionOf(resource)}`
    const answer = await this.#cluster.client.request({ path })
    answerJson(response, 200, { schema: schemaOf(answer.json(), kind) ?? null })
  }

  #info(): ServerInfo {
    const { name = 'kubewright', allow = [] } = this.#options
    const at = this.#clock.now()
    return { version: interfaceVersion, run: this.#run, name, at, aliveEveryMs, allows: allow }
  }
}

function checkOptions({ host = '127.0.0.1', manager, operator, client, ...rest }: DashboardOptions): void {
  const why = !hosts.has(host)
    ? `${JSON.stringify(host)} is not a loopback address; the dashboard is served on loopback only`
    : manager === undefined && operator === undefined && client === undefined
      ? 'there is neither a manager nor a client to show'
      : accessOf(rest) === 'authorized' && manager === undefined && client === undefined
        ? "access 'authorized' needs a manager or a client to review tokens"
        : undefined
  if (why === undefined) return
  throw dashboardErrors('KW_DASHBOARD_OPTION', {
    what: 'start the dashboard',
    why,
    next: 'Write startDashboard({ manager }); to reach it in a pod, use kubectl port-forward.',
  })
}

function accessOf({ access }: Pick<DashboardOptions, 'access'>): 'open' | 'authorized' {
  return access ?? (process.env['KUBERNETES_SERVICE_HOST'] === undefined ? 'open' : 'authorized')
}

/** The subject of an action, for the log; never the whole body. */
function subjectOf(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { controller, namespace, name } = body
  for (const key of ['path', 'file', 'shard']) if (body[key] !== undefined) return { [key]: body[key] }
  return controller === undefined ? {} : { controller, object: { namespace, name } }
}

function parseUrl(path: string | undefined): URL | undefined {
  return URL.canParse(path ?? '/', 'http://localhost') ? new URL(path ?? '/', 'http://localhost') : undefined
}

function opened(server: Server, { host = '127.0.0.1', port = defaultPort }: DashboardOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notOpened(host, port, error)))
    server.listen({ host, port }, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

function notOpened(host: string, port: number, error: NodeJS.ErrnoException): Error {
  return dashboardErrors('KW_DASHBOARD_PORT', {
    what: `serve the dashboard on ${host}:${port}`,
    why: error.code === 'EADDRINUSE' ? 'the port is in use' : error.message,
    next: 'Choose another port, or 0 for any that is free.',
    details: { host, port, errno: error.code },
    cause: error,
  })
}

/** Serves the overview on the loopback: the page, its events, and two actions. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { overviewPage } from './overview-page.ts'
import type { Owners } from './owners.ts'
import type { Shards } from './shards.ts'
import { Soon } from './soon.ts'

export interface Overview extends AsyncDisposable {
  readonly url: string
}

/** The state that `/events` sends with every change. */
export interface OverviewState {
  readonly shards: Shards['all']
  readonly sites: Owners['sites']
  /** The last moves between shards, newest first. */
  readonly moves: readonly string[]
}

const movesShown = 12
/** Debounce: changes come in bursts. */
const quietMs = 60

export async function startOverview({ owners, shards }: { owners: Owners; shards: Shards }): Promise<Overview> {
  const readers = new Set<ServerResponse>()
  const moves: string[] = []
  const state = (): OverviewState => ({ shards: shards.all, sites: owners.sites, moves })
  const soon = new Soon(quietMs, () => {
    for (const reader of readers) reader.write(eventOf(state()))
  })
  const tell = (move?: string) => {
    if (move !== undefined) moves.splice(0, moves.length, move, ...moves.slice(0, movesShown - 1))
    soon.ask()
  }
  const following = [owners.subscribe(tell), shards.subscribe(() => tell())]
  const server = createServer((request, response) => {
    if (isForeign(request)) return answer(response, 403, 'text/plain', 'Not from here\n')
    const [, , name = '', verb] = (request.url ?? '').split('/')
    if (request.method === 'POST' && isShard(shards, name)) return act(response, shards, { name, verb })
    if (request.method !== 'GET') return answer(response, 405, 'text/plain', 'Not allowed\n')
    if (request.url === '/') return answer(response, 200, 'text/html', overviewPage)
    if (request.url !== '/events') return answer(response, 404, 'text/plain', 'Not found\n')
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(eventOf(state()))
    readers.add(response)
    response.once('close', () => readers.delete(response))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      for (const one of [...following, soon]) one[Symbol.dispose]()
      await close(server)
    },
  }
}

const eventOf = (state: OverviewState) => `data: ${JSON.stringify(state)}\n\n`
const isShard = (shards: Shards, name: string) => shards.all.some((shard) => shard.name === name)

/** Rejects cross-site requests and DNS rebinding: other pages in the browser can send requests here, but their Host or Origin differs. */
function isForeign({ headers, socket }: IncomingMessage): boolean {
  const here = `127.0.0.1:${socket.localPort}`
  return headers.host !== here || (headers.origin !== undefined && headers.origin !== `http://${here}`)
}

function act(
  response: ServerResponse,
  shards: Shards,
  { name, verb }: { name: string; verb: string | undefined },
): void {
  if (verb === 'kill') shards.kill(name)
  else if (verb === 'start') shards.start(name)
  else return answer(response, 404, 'text/plain', 'Not found\n')
  answer(response, 202, 'text/plain', 'It is done\n')
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

/**
 * The server of both clients: HTTPS on loopback, with responses prepared in advance, so that the measurement is that of
 * the client. Forked by `measure.js`; sends its address, and its count of connections on request.
 */
import https from 'node:https'
import { configMap, deployment, sorted, website } from './objects.js'

const count = Number(process.argv[2] ?? 10_000)
const { key, cert } = JSON.parse(process.env.BENCH_TLS)

const deployments = Array.from({ length: count }, (_, index) => JSON.stringify(deployment(index)))
const listHead = (next) =>
  `{"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{"resourceVersion":"200000"${next ? `,"continue":"${next}"` : ''}},"items":[`
const configMapBytes = Buffer.from(JSON.stringify(configMap))

const linesOf = (object) =>
  Array.from({ length: 1_000 }, (_, index) => `${JSON.stringify({ type: 'MODIFIED', object: object(index) })}\n`)
const piecesOf = (lines) =>
  Array.from({ length: 20 }, (_, piece) => Buffer.from(lines.slice(piece * 50, (piece + 1) * 50).join('')))

/**
 * A thousand events of a watch, by the watched resource: as fast as possible, in pieces of a hundred
 * kilobytes (larger ones are encrypted while the client waits), so that the client is the one who works; and the same as
 * an API server writes it, an HTTP chunk an event. Keys stand in the order of built-in kinds, or in that of custom
 * resources.
 */
const watched = {
  websites: piecesOf(linesOf(website)),
  sortedwebsites: piecesOf(linesOf((index) => sorted(website(index)))),
  flushedwebsites: linesOf(website).map((line) => Buffer.from(line)),
}

let connections = 0

const server = https.createServer({ key, cert }, (request, response) => {
  const url = new URL(request.url, 'https://bench')
  response.setHeader('content-type', 'application/json')
  if (url.pathname === '/api/v1/namespaces/default/configmaps/settings') return response.end(configMapBytes)
  if (url.pathname === '/apis/apps/v1/deployments') return list(url, response)
  if (url.searchParams.get('watch') !== null) return watch(url, response)
  response.statusCode = 404
  response.end('{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}')
})
server.keepAliveTimeout = 60_000
server.on('secureConnection', () => connections++)

function list(url, response) {
  const limit = Number(url.searchParams.get('limit') ?? 0) || count
  const start = Number(url.searchParams.get('continue') ?? 0)
  const end = Math.min(count, start + limit)
  response.end(`${listHead(end < count ? String(end) : '')}${deployments.slice(start, end).join(',')}]}`)
}

/** So much is under way at a time: whoever reads faster than that waits for nobody but itself. */
const bytesAhead = 8 * 2 ** 20

function watch(url, response) {
  const pieces = watched[url.pathname.split('/').at(-1)]
  const total = (Number(process.env.BENCH_EVENTS ?? 100_000) / 1_000) * pieces.length
  let [at, ahead] = [0, 0]
  const write = () => {
    while (at < total && ahead < bytesAhead) {
      const piece = pieces[at++ % pieces.length]
      ahead += piece.length
      response.write(piece, () => {
        ahead -= piece.length
        write()
      })
    }
    if (at === total && !response.writableEnded) response.end()
  }
  write()
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', (message) => {
  if (message === 'connections') process.send({ connections })
  if (message === 'reset') process.send({ reset: (connections = 0) })
})
process.on('disconnect', () => process.exit(0))

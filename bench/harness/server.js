/**
 * The server both clients talk to: HTTPS on loopback, answers prepared before anybody asks, so that what is measured is
 * the client. Forked by `measure.js`; sends its address, and its count of connections when asked.
 */
import https from 'node:https'
import { configMap, deployment, website } from './objects.js'

const count = Number(process.argv[2] ?? 10_000)
const { key, cert } = JSON.parse(process.env.BENCH_TLS)

const deployments = Array.from({ length: count }, (_, index) => JSON.stringify(deployment(index)))
const listHead = (next) =>
  `{"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{"resourceVersion":"200000"${next ? `,"continue":"${next}"` : ''}},"items":[`
const configMapBytes = Buffer.from(JSON.stringify(configMap))

/** The watch is written in pieces of about a megabyte, cut without regard for lines, as a socket would. */
const watchPieces = (() => {
  const lines = Array.from(
    { length: 1_000 },
    (_, index) => `${JSON.stringify({ type: 'MODIFIED', object: website(index) })}\n`,
  )
  return Buffer.from(lines.join(''))
})()

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

function watch(url, response) {
  let left = Number(url.searchParams.get('events') ?? process.env.BENCH_EVENTS ?? 100_000) / 1_000
  const write = () => {
    while (left-- > 0) if (!response.write(watchPieces)) return response.once('drain', write)
    response.end()
  }
  write()
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', (message) => {
  if (message === 'connections') process.send({ connections })
  if (message === 'reset') process.send({ reset: (connections = 0) })
})
process.on('disconnect', () => process.exit(0))

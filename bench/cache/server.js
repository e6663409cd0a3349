/**
 * The server of both caches: HTTPS on loopback, with responses prepared in advance. It lists, in pages or whole,
 * streams the initial list on request, sends events one by one to watches that say so (`labelSelector=live`),
 * and a bookmark to every watch now and then. With BENCH_REFUSES_STREAMS set it is a server that can only list.
 */
import https from 'node:https'
import { deployment, website } from '../harness/objects.js'

const { key, cert } = JSON.parse(process.env.BENCH_TLS)
const counts = { websites: 20_000, deployments: 5_000 }
const typed = (object) => ({ apiVersion: 'apps/v1', kind: 'Deployment', ...object })
const kinds = {
  '/apis/web.example.dev/v1/websites': prepare(counts.websites, website, 'web.example.dev/v1', 'WebsiteList'),
  '/apis/apps/v1/deployments': prepare(counts.deployments, (at) => typed(deployment(at)), 'apps/v1', 'DeploymentList'),
}
const [eventEveryMs, bookmarkEveryMs, version] = [5, 10_000, '200000']
const watches = new Set()

function prepare(count, make, apiVersion, kind) {
  const texts = Array.from({ length: count }, (_, at) => JSON.stringify(make(at)))
  const lines = texts.map((text) => `{"type":"ADDED","object":${text}}\n`)
  const pieces = []
  for (let at = 0; at < count; at += 500) pieces.push(Buffer.from(lines.slice(at, at + 500).join('')))
  return { texts, pieces, apiVersion, kind }
}

function bookmark(annotations) {
  return `${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: version, ...annotations } } })}\n`
}
const initialEnd = bookmark({ annotations: { 'k8s.io/initial-events-end': 'true' } })

const server = https.createServer({ key, cert }, (request, response) => {
  const url = new URL(request.url, 'https://bench')
  response.setHeader('content-type', 'application/json')
  const namespaced = /^(.*)\/namespaces\/[^/]+\/([^/]+)$/.exec(url.pathname)
  const known = kinds[namespaced ? `${namespaced[1]}/${namespaced[2]}` : url.pathname]
  if (known === undefined) return void response.writeHead(404).end('{"kind":"Status","code":404}')
  const isEmpty = namespaced !== null
  if (process.env.BENCH_REFUSES_STREAMS && url.searchParams.has('sendInitialEvents'))
    return void response.writeHead(422).end('{"kind":"Status","status":"Failure","reason":"Invalid","code":422}')
  if (url.searchParams.has('watch')) return watch(url, response, isEmpty ? { ...known, pieces: [] } : known)
  return list(url, response, isEmpty ? { ...known, texts: [] } : known)
})
server.keepAliveTimeout = 60_000

function list(url, response, { texts, apiVersion, kind }) {
  const limit = Number(url.searchParams.get('limit') ?? 0) || texts.length
  const start = Number(url.searchParams.get('continue') ?? 0)
  const end = Math.min(texts.length, start + limit)
  const next = end < texts.length ? `,"continue":"${end}"` : ''
  const head = `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":{"resourceVersion":"${version}"${next}},"items":[`
  response.end(`${head}${texts.slice(start, end).join(',')}]}`)
}

function watch(url, response, { pieces }) {
  const left = url.searchParams.get('sendInitialEvents') === 'true' ? [...pieces, Buffer.from(initialEnd)] : []
  const write = () => {
    while (left.length > 0) if (!response.write(left.shift())) return response.once('drain', write)
    watches.add(response)
    if (url.searchParams.get('labelSelector') === 'live') sendEvents(response)
  }
  response.on('close', () => watches.delete(response))
  response.flushHeaders()
  write()
}

/** Each with the time it was sent, on the clock all processes of a machine share. */
function sendEvents(response) {
  let sent = 0
  const timer = setInterval(() => {
    const object = website(sent % 100)
    object.metadata.resourceVersion = String(300_000 + sent++)
    object.metadata.annotations.sentAt = String(performance.timeOrigin + performance.now())
    response.write(`${JSON.stringify({ type: 'MODIFIED', object })}\n`)
  }, eventEveryMs)
  response.on('close', () => clearInterval(timer))
}

setInterval(() => {
  for (const response of watches) response.write(bookmark({}))
}, bookmarkEveryMs)

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))

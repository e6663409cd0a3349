/**
 * Replaces nginx if pods are processes of this machine: serves the page by the operator's own configuration. It
 * supports only the directives of nginx that the operator writes.
 * See decision 0211.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const { POD_IP: host, KUBEWRIGHT_VOLUME_PAGE: pages, KUBEWRIGHT_VOLUME_CONFIG: configuration } = process.env
const text = readFileSync(join(configuration, 'default.conf'), 'utf8')
const page = readFileSync(join(pages, 'index.html'))

const port = Number(/^\s*listen (\d+);/m.exec(text)[1])
const headers = [...text.matchAll(/^\s*add_header (\S+) "([^"]*)" always;/gm)].map(([, name, value]) => [name, value])
const locations = [...text.matchAll(/^\s*location (= )?(\S+) \{ try_files \/index\.html =404; \}/gm)].map(
  ([, exact, path]) => ({ isExact: exact !== undefined, path }),
)

/** Whether a request is for a configured location; other paths are not served. */
function isServed(url) {
  const path = url.split('?')[0]
  return locations.some((location) => (location.isExact ? path === location.path : path.startsWith(location.path)))
}

const server = createServer((request, response) => {
  for (const [name, value] of headers) response.setHeader(name, value)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return respond(response, 405, 'text/plain', 'Not allowed\n')
  if (!isServed(request.url)) return respond(response, 404, 'text/plain', 'Not found\n')
  respond(response, 200, 'text/html', page)
})

function respond(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  server.closeIdleConnections()
})
server.listen(port, host, () => console.log(`serves ${locations.map(({ path }) => path).join(' ')} on ${host}:${port}`))

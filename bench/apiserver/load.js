/**
 * Puts load on a server and measures it: `load.js <task> <count>`. A process of its own, so that the server has a core of its
 * own; it works with any server.
 */
import { Pool } from 'undici'
import { report } from '../harness/report.js'

const [task, count] = [process.argv[2], Number(process.argv[3])]
const { url, ca, token } = JSON.parse(process.env.BENCH_ACCESS)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const [writers, watchers] = [16, 100]
const pool = new Pool(url, { connections: writers, connect: { ca } })
const maps = '/api/v1/namespaces/default/configmaps'

/** About two kilobytes, once the server has added its part. */
const configMap = (name) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { app: 'bench', tier: 'web' }, annotations: { note: 'somebody wrote this' } },
  data: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`key-${at}`, `${'value '.repeat(17)}${at}`])),
})

async function send(method, path, body) {
  const response = await pool.request({ method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${method} ${path} was answered ${response.statusCode}: ${text}`)
  return text
}

/** Runs `one(0)` to `one(count - 1)`, as many at a time as there are connections. */
async function inParallel(one) {
  let next = 0
  const work = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: writers }, work))
}

const create = (prefix) => (index) => send('POST', maps, configMap(`${prefix}-${index}`))

const tasks = {
  async create() {
    const prefix = `c${process.pid}`
    const started = performance.now()
    await inParallel(create(prefix))
    return { perSecond: count / ((performance.now() - started) / 1_000) }
  },

  /** The same work for the server; the results are dropped. */
  async try() {
    await inParallel((index) => send('POST', `${maps}?dryRun=All`, configMap(`t-${index}`)))
    return {}
  },

  async list() {
    const first = await send('GET', maps)
    const started = performance.now()
    for (let round = 0; round < count; round++) await send('GET', maps)
    return { ms: (performance.now() - started) / count, bytes: Buffer.byteLength(first) }
  },

  /** The JSON of all objects together, read in pages. */
  async size() {
    let [bytes, next] = [0, '']
    do {
      const text = await send('GET', `${maps}?limit=5000${next && `&continue=${next}`}`)
      bytes += Buffer.byteLength(text)
      next = JSON.parse(text).metadata.continue ?? ''
    } while (next !== '')
    return { bytes }
  },

  async watch() {
    const { metadata } = JSON.parse(await send('GET', `${maps}?limit=1`))
    const path = `${maps}?watch=1&resourceVersion=${metadata.resourceVersion}`
    const streams = new Pool(url, { connections: watchers, connect: { ca }, bodyTimeout: 0 })
    const opened = await Promise.all(
      Array.from({ length: watchers }, () => streams.request({ method: 'GET', path, headers })),
    )
    const started = performance.now()
    const all = Promise.all(opened.map(({ body }) => readLines(body, count)))
    await inParallel(create(`w${process.pid}`))
    const writeMs = performance.now() - started
    await all
    const ms = performance.now() - started
    await streams.destroy()
    return { perSecond: (count * watchers) / (ms / 1_000), writeMs, ms }
  },
}

/** Resolves once this many lines have arrived. */
async function readLines(body, wanted) {
  let lines = 0
  body.on('error', () => undefined)
  for await (const chunk of body) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    if (lines >= wanted) return
  }
  throw new Error(`a watch ended after ${lines} of ${wanted} events`)
}

report(await tasks[task]())
await pool.destroy()
process.exit(0)
